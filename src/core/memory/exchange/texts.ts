/** Headings of an exported list; a reader goes by the labels, so any language comes back. */
export interface ExchangeTexts {
  readonly title: string
  readonly about: string
  readonly projects: string
  readonly profile: string
  readonly live: string
  readonly proposed: string
  readonly past: string
}

export const exchangeTexts: Readonly<Record<'zh' | 'en', ExchangeTexts>> = {
  en: {
    title: 'Hearth: what is remembered',
    about: 'One fact per line. The comment behind it keeps its labels, sources and history; keep it to bring everything back exactly.',
    projects: 'Projects',
    profile: 'Profile',
    live: 'Holds now',
    proposed: 'Waits for your word',
    past: 'History'
  },
  zh: {
    title: 'Hearth：记住的内容',
    about: '每行一条记忆。行尾的注释保存它的标签、来源和历史；保留注释，导入时就能原样恢复。',
    projects: '项目',
    profile: '概况',
    live: '现在成立',
    proposed: '等你确认',
    past: '历史'
  }
}
