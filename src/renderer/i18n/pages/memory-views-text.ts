import type { FactCategory, ProfileSectionName } from '../../../shared/model/memory.ts'
import type { Catalogue } from '../language.ts'

/** Texts of the profile, the timeline and the map of memory. */
const en = {
  profileLead:
    'Four short texts that go with every question, so that an answer knows whom it is for. They are written anew from facts, never appended to.',
  sections: {
    workContext: 'Work',
    personalContext: 'Personal',
    topOfMind: 'Top of mind',
    cognitiveStyle: 'How you like to think'
  } satisfies Record<ProfileSectionName, string>,
  sectionMeans: {
    workContext: 'What you do, with what, for whom.',
    personalContext: 'Who you are and who belongs to you.',
    topOfMind: 'What occupies you these days.',
    cognitiveStyle: 'How you like things explained.'
  } satisfies Record<ProfileSectionName, string>,
  sectionEmpty: (means: string) => `${means} Nothing is written here yet.`,
  edited: 'Written by you',
  updated: (date: string) => `from ${date}`,
  editSection: (name: string) => `Edit: ${name}`,
  clearSection: (name: string) => `Write it anew: ${name}`,
  edit: 'Edit',
  clear: 'Write it anew',
  clearHint: 'Your text goes; a new one is written from facts.',
  sectionText: (name: string) => `Text of “${name}”`,
  editHint: 'Your words stay as they are; they are not rewritten without you.',
  left: (n: number) => `${n} characters left`,
  save: 'Save',
  cancel: 'Cancel',
  saved: 'Saved on this machine.',
  cleared: 'Cleared. It is written anew from facts.',
  undone: 'The text is back.',
  sourcesOf: (facts: number, messages: number) => {
    const parts = [
      ...(facts === 0 ? [] : [facts === 1 ? '1 fact' : `${facts} facts`]),
      ...(messages === 0 ? [] : [messages === 1 ? '1 message' : `${messages} messages`])
    ]
    return `Made from ${parts.join(' and ')}`
  },
  sourceGone: 'a fact that is forgotten',

  timeEmpty: 'Nothing has a date yet.',
  timeList: 'Facts by day',
  timeNow: 'now',
  timeSpan: (from: string, to: string) => `${from} – ${to}`,
  timeEnded: 'was true until then',
  timeWrong: 'was wrong',
  timeProposed: 'waits for your word',
  timeFuture: 'not yet',
  timeMore: (n: string) => `The newest ${n} facts are shown.`,
  keysTitle: 'What changed',
  keysLead: 'Each line is one question about you, each bar an answer, as long as it was true.',
  keysChart: (n: number) =>
    n === 1
      ? 'Chart: how 1 answer changed over time. The same as a list follows.'
      : `Chart: how ${n} answers changed over time. The same as a list follows.`,
  keysAsList: 'As a list',
  keysAll: (n: number) => `Show all ${n}`,

  map: 'Map of memory',
  mapLead: 'What is near in meaning is near on the map. It is computed on this machine.',
  mapEmpty: 'The map needs at least three facts whose meaning was computed.',
  mapKeys: 'Arrow keys go from fact to fact, Enter opens one, plus and minus zoom, zero shows all.',
  mapSearch: 'Find on the map',
  mapSearchPlaceholder: 'A word or a few',
  mapFound: (n: number, of: number) => `${n.toLocaleString('en')} of ${of.toLocaleString('en')}`,
  mapCount: (n: number) => (n === 1 ? '1 fact' : `${n.toLocaleString('en')} facts`),
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  zoomAll: 'Show all',
  legend: 'Colours and shapes',
  uncategorised: 'No category',
  category: {
    preference: 'Preference',
    context: 'Background',
    goal: 'Goal',
    correction: 'Correction',
    knowledge: 'Knowledge'
  } satisfies Record<FactCategory, string>,
  shapes: { open: 'Open', ask: 'Ask', private: 'Private' },
  mapAsList: 'As a list',
  mapList: 'Facts on the map'
}

export type ViewsText = typeof en

const zh: ViewsText = {
  profileLead: '四段短文，每次提问都会带上，好让回答知道面对的是谁。它们由记忆重新写成，不会越写越长。',
  sections: { workContext: '工作', personalContext: '个人', topOfMind: '最近关心', cognitiveStyle: '思考方式' },
  sectionMeans: {
    workContext: '你做什么、用什么做、为谁做。',
    personalContext: '你是谁，身边有谁。',
    topOfMind: '这些日子放在心上的事。',
    cognitiveStyle: '你喜欢怎样的解释。'
  },
  sectionEmpty: (means) => `${means}这里还没有写什么。`,
  edited: '你写的',
  updated: (date) => `写于 ${date}`,
  editSection: (name) => `修改：${name}`,
  clearSection: (name) => `重新写：${name}`,
  edit: '修改',
  clear: '重新写',
  clearHint: '这段文字会清空，再由记忆重新写成。',
  sectionText: (name) => `“${name}”的内容`,
  editHint: '你写的话会原样保留，没有你不会改写。',
  left: (n) => `还可以写 ${n} 个字`,
  save: '保存',
  cancel: '取消',
  saved: '已保存在本机。',
  cleared: '已清空，会由记忆重新写成。',
  undone: '这段文字已经找回。',
  sourcesOf: (facts, messages) =>
    `由${[...(facts === 0 ? [] : [` ${facts} 条记忆`]), ...(messages === 0 ? [] : [` ${messages} 条消息`])].join('和')}写成`,
  sourceGone: '已经忘掉的一条',

  timeEmpty: '还没有带日期的记忆。',
  timeList: '按日期排列的记忆',
  timeNow: '现在',
  timeSpan: (from, to) => `${from} – ${to}`,
  timeEnded: '到那时为止是这样',
  timeWrong: '记错了',
  timeProposed: '等你确认',
  timeFuture: '还没到',
  timeMore: (n) => `只显示最新的 ${n} 条。`,
  keysTitle: '变化',
  keysLead: '每一行是一件关于你的事，每一段是当时的答案，长短就是它有效的时间。',
  keysChart: (n) => `图表：${n} 件事随时间的变化。后面有同样内容的列表。`,
  keysAsList: '看列表',
  keysAll: (n) => `显示全部 ${n} 项`,

  map: '记忆地图',
  mapLead: '意思相近的，在地图上也挨得近。全在本机算出。',
  mapEmpty: '至少有三条记忆算出了意思，才能画出地图。',
  mapKeys: '方向键在记忆之间移动，回车打开，加减号缩放，零显示全部。',
  mapSearch: '在地图上找',
  mapSearchPlaceholder: '输入一个词',
  mapFound: (n, of) => `${of.toLocaleString('zh')} 条里的 ${n.toLocaleString('zh')} 条`,
  mapCount: (n) => `${n.toLocaleString('zh')} 条`,
  zoomIn: '放大',
  zoomOut: '缩小',
  zoomAll: '显示全部',
  legend: '颜色和形状',
  uncategorised: '未分类',
  category: { preference: '偏好', context: '背景', goal: '目标', correction: '更正', knowledge: '知识' },
  shapes: { open: '公开', ask: '敏感', private: '私密' },
  mapAsList: '看列表',
  mapList: '地图上的记忆'
}

export const viewsText: Catalogue<ViewsText> = { zh, en }
