import type { ErrorCode, ErrorData } from '../../shared/model/errors.ts'

type Language = 'zh' | 'en'

const SENTENCES: Partial<Record<ErrorCode, Readonly<Record<Language, string>>>> = {
  PRIVATE_BLOCKED: {
    zh: '请求里有只能留在本机的内容，没有发送。',
    en: 'The request held something that stays on this machine, so it was not sent.'
  },
  OFFLINE: { zh: '现在是离线状态，没有发送请求。', en: 'Hearth is offline; no request was sent.' },
  PROVIDER_BAD_REPLY: { zh: '对方的回答无法使用。', en: 'The service gave an answer that cannot be used.' },
  PROVIDER_DOWN: { zh: '连不上对方的服务。', en: 'The service could not be reached.' }
}

/** A thrown failure as a plain text. Code and message stay in it: an error is explained, never hidden. */
export function failureText(error: ErrorData, language: Language): string {
  const fallback = language === 'zh' ? '工具没有成功。' : 'The tool failed.'
  const sentence = SENTENCES[error.code]?.[language] ?? fallback
  return `${sentence} (${error.code}: ${error.message})`
}

/** @param ms the time limit. @param mayHaveHappened the tool changes something and was cut off in the middle. */
export function endedText(ended: 'timeout' | 'stopped', ms: number, mayHaveHappened: boolean, language: Language): string {
  const zh = language === 'zh'
  const seconds = Math.round(ms / 100) / 10
  const what =
    ended === 'timeout'
      ? zh
        ? `工具在 ${seconds} 秒内没有完成，已放弃。`
        : `The tool did not finish within ${seconds} seconds and was given up.`
      : zh
        ? '已按用户的要求停止。'
        : 'Stopped by the user.'
  if (!mayHaveHappened) return what
  return zh ? `${what}它的作用可能已经发生，不会自动重做。` : `${what} Its effect may have happened; it is not repeated.`
}

export function triedText(attempts: number, language: Language): string {
  return language === 'zh' ? `（试了 ${attempts} 次）` : ` (tried ${attempts} times)`
}
