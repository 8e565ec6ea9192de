import type { Destination } from '../../shared/model/privacy.ts'
import type { Settings } from '../../shared/model/settings.ts'
import type { TextLanguage } from '../memory/memory-texts.ts'
import { agentTexts } from './texts.ts'

export interface SystemPrompt {
  readonly text: string
  /** The part that only the product's clock made; the last check of the gate leaves it out of account. */
  readonly date: string
}

/** The first message of every request: the person's instruction or the product's, the persona, the date, how to use tools. */
export function systemPrompt(run: {
  readonly settings: Settings
  readonly language: TextLanguage
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly memoryEnabled: boolean
  readonly destination: Destination
}): SystemPrompt {
  const texts = agentTexts[run.language]
  const { systemPrompt: own, persona } = run.settings.chat
  const locale = run.language === 'zh' ? 'zh-CN' : 'en-GB'
  const date = texts.today(new Intl.DateTimeFormat(locale, { dateStyle: 'full' }).format(run.now))
  const hint =
    run.memoryEnabled && run.settings.tools.enabled.includes('save_preference') ? texts.toolHint[run.settings.memory.loading] : ''
  const parts = [own.trim() === '' ? texts.systemPrompt : own.trim(), persona.trim(), hint, date]
  return { text: parts.filter((part) => part !== '').join('\n\n'), date }
}
