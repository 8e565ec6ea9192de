import type { ErrorCode, ErrorData } from '../../shared/model/errors.ts'
import { useCallback } from 'react'
import { useLanguage, type Catalogue, type Language } from './language.ts'

/** What a sentence may use of an error's details; empty text where nothing is known. */
interface Details {
  readonly host: string
  /** ` (401)` or nothing. */
  readonly status: string
  readonly seconds: number | null
  /** A turn is running where another was asked for. */
  readonly busy: boolean
}

type Sentences = Readonly<Record<ErrorCode, (details: Details) => string>>

const zh: Sentences = {
  INVALID_INPUT: ({ busy }) =>
    busy ? '这个对话正在回答，没有做任何改动。请等它结束或先停止。' : '这项内容的格式不对，没有做任何改动。请检查后再试。',
  UNKNOWN_ROUTE: () => '窗口和内核的版本不一致。数据没有变化，请重新启动 Hearth。',
  NOT_FOUND: () => '找不到这一项，可能已被删除。其余内容不受影响。',
  PROFILE_LOCKED: () => '另一个 Hearth 正在使用这份数据。请先关闭它，再重试。',
  PROFILE_KEY: () => '无法用这个口令或系统密钥打开数据。数据没有变化，请再试一次。',
  DB_NEWER: () => '这份数据来自更新版本的 Hearth，没有动它。请升级后再打开。',
  DB_DAMAGED: () => '数据文件已损坏。原文件保留未动，没有删除任何内容。',
  DISK_FULL: () => '磁盘已满，这一步没有保存。已有的内容都在；腾出空间后再试。',
  OFFLINE: () => '离线开关已打开，没有任何内容离开本机。需要联网时请在设置里关闭它。',
  PRIVATE_BLOCKED: () => '请求里有私密内容，已拦下，没有任何内容离开本机。可以改用本机模型，或去掉这部分再发。',
  PROVIDER_NONE: () => '还没有选择模型。消息已保存；请到“模型”里连接一个。',
  PROVIDER_AUTH: ({ host, status }) => `${host || '服务方'}拒绝了这个密钥${status}。消息已保存；请到“模型”里检查密钥。`,
  PROVIDER_QUOTA: ({ host, status }) => `${host || '服务方'}表示余额不足${status}。消息已保存；充值或换一个模型后再试。`,
  PROVIDER_RATE: ({ host, seconds }) =>
    `${host || '服务方'}请求过于频繁。消息已保存；${seconds === null ? '请稍候再试。' : `请在 ${seconds} 秒后再试。`}`,
  PROVIDER_DOWN: ({ host, status }) => `连不上${host ? ` ${host}` : '服务方'}${status}。消息已保存；请检查网络和地址后再试。`,
  PROVIDER_BAD_REPLY: ({ host, status }) => `${host || '服务方'}的回复无法识别${status}。已收到的文字都保留；可以再试，或换一个模型。`,
  CONTEXT_TOO_LARGE: () => '内容超出了这个模型能读的长度。消息已保存；请缩短内容，或换一个窗口更大的模型。',
  MODEL_MISSING: () => '本机的向量模型不在或不完整。文字搜索照常可用；可以在模型页下载，或重新安装 Hearth。',
  TOOL_FAILED: () => '工具没有完成。对话已保存；可以再试一次。',
  INTERNAL: () => 'Hearth 内部出错。已保存的内容都在；请再试，若反复出现，请到“数据”里查看诊断。'
}

const en: Sentences = {
  INVALID_INPUT: ({ busy }) =>
    busy
      ? 'An answer is still being written here, so nothing changed. Wait for it or stop it first.'
      : 'This was not in the expected form, so nothing changed. Check it and try again.',
  UNKNOWN_ROUTE: () => 'The window and the core are of different versions. Nothing changed. Restart Hearth.',
  NOT_FOUND: () => 'This is no longer here; it may have been deleted. Everything else is as it was.',
  PROFILE_LOCKED: () => 'Another Hearth is using this data. Close it, then try again.',
  PROFILE_KEY: () => 'This passphrase or system key does not open the data. Nothing changed. Try again.',
  DB_NEWER: () => 'This data was written by a newer Hearth and was left untouched. Update Hearth to open it.',
  DB_DAMAGED: () => 'The data file is damaged. It was kept as it is and nothing was deleted.',
  DISK_FULL: () => 'The disk is full and this step was not saved. All earlier content is safe. Free some space and try again.',
  OFFLINE: () => 'The offline switch is on, so nothing was sent. Turn it off in Settings when you want to go online.',
  PRIVATE_BLOCKED: () => 'The request held something private and was stopped. Nothing was sent. Use a local model, or leave that part out.',
  PROVIDER_NONE: () => 'No model is chosen yet. Your message is saved. Connect one in Models.',
  PROVIDER_AUTH: ({ host, status }) =>
    `The key was refused by ${host || 'the provider'}${status}. Your message is saved. Check the key in Models.`,
  PROVIDER_QUOTA: ({ host, status }) =>
    `${host || 'The provider'} says the credit is used up${status}. Your message is saved. Top up, or choose another model.`,
  PROVIDER_RATE: ({ host, seconds }) =>
    `${host || 'The provider'} asks for a pause. Your message is saved. ${seconds === null ? 'Try again in a moment.' : `Try again in ${seconds} seconds.`}`,
  PROVIDER_DOWN: ({ host, status }) =>
    `${host || 'The provider'} could not be reached${status}. Your message is saved. Check the network and the address, then try again.`,
  PROVIDER_BAD_REPLY: ({ host, status }) =>
    `The reply of ${host || 'the provider'} could not be read${status}. The text so far is kept. Try again, or choose another model.`,
  CONTEXT_TOO_LARGE: () =>
    'This is longer than the model can read. Your message is saved. Shorten it, or choose a model with a larger window.',
  MODEL_MISSING: () =>
    'The embedding model on this machine is missing or incomplete. Text search still works. Download it on the Models page, or install Hearth again.',
  TOOL_FAILED: () => 'The tool did not finish. The conversation is saved. You can try again.',
  INTERNAL: () => 'Something inside Hearth failed. What was saved is safe. Try again; if it keeps happening, see the diagnostics in Data.'
}

export const errorSentences: Catalogue<Sentences> = { zh, en }

function detailsOf(error: ErrorData): Details {
  const { host, status, seconds, reason } = error.data ?? {}
  return {
    host: typeof host === 'string' ? host : '',
    status: typeof status === 'number' ? ` (${status})` : '',
    seconds: typeof seconds === 'number' ? Math.ceil(seconds) : null,
    busy: reason === 'busy'
  }
}

/** One or two sentences for an error: what happened, what was kept, what to do. */
export function errorText(error: ErrorData, language: Language): string {
  const text = errorSentences[language][error.code](detailsOf(error))
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** `errorText` in the language of the window. */
export function useErrorText(): (error: ErrorData) => string {
  const language = useLanguage()
  return useCallback((error: ErrorData) => errorText(error, language), [language])
}
