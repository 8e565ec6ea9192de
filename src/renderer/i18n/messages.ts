import { chatMessages } from './chat-messages.ts'
import { useCatalogue, type Catalogue } from './language.ts'

const zh = {
  app: { name: 'Hearth', opening: '正在打开…', standIn: '开发替身', standInHint: '这不是真正的 Electron，只供开发使用。' },
  ui: {
    close: '关闭',
    undo: '撤销',
    cancel: '取消',
    delete: '删除',
    copy: '复制',
    copied: '已复制',
    messages: '提示'
  },
  pages: { chat: '对话', memory: '记忆', receipts: '离开本机的内容', models: '模型', tools: '工具', data: '数据', settings: '设置' },
  rail: {
    name: '导航',
    show: '显示侧栏',
    hide: '隐藏侧栏',
    newChat: '新对话',
    newTemporary: '临时对话',
    temporary: '临时',
    temporaryHint: '退出 Hearth 后不留痕迹',
    search: '搜索对话',
    searchResults: '搜索结果',
    nothingFound: '没有找到。',
    conversations: '对话列表',
    noConversations: '还没有对话。',
    rename: '重命名',
    renameLabel: '对话标题',
    options: (title: string) => `“${title}”的操作`,
    deleted: (title: string) => `已删除“${title}”`,
    deleteWithFacts: '删除，并忘掉由它学到的…',
    deleteWithFactsTitle: '删除对话和由它学到的记忆？',
    deleteWithFactsWhat: '下面这些记忆只出自这个对话，会一起被忘掉。也出自别处的记忆会留下。',
    deleteWithFactsNone: '没有只出自这个对话的记忆；只会删除对话。',
    deleteAll: '删除',
    project: '项目…',
    projectTitle: '它属于哪个项目？',
    projectName: '新项目的名字',
    projectMake: '新建并放进去',
    compact: '现在就做摘要',
    untitled: '新对话',
    older: '更早'
  },
  title: {
    local: '在本机',
    localNone: '仅用记忆',
    offline: '离线',
    sending: (what: string) => `正在发送 ${what}`,
    open: (words: string) => `去向：${words}`,
    localExplain: '回答由这台电脑上的模型给出。没有任何内容离开本机。',
    noneExplain: '没有连接模型，只用本机的记忆回答。没有任何内容离开本机。',
    remoteExplain: (host: string) => `你在这里写的内容会发送给 ${host}。私密的内容不会发送。`,
    offlineExplain: '离线开关已打开，不会连接任何远程地址。',
    switchTo: '换一个去向',
    memoryOnly: '不用模型，仅用记忆',
    seeReceipts: '查看离开本机的内容',
    openDrawer: '打开本轮详情',
    closeDrawer: '关闭本轮详情'
  },
  palette: {
    name: '命令面板',
    placeholder: '要做什么，或找哪个对话…',
    none: '没有匹配的命令。',
    go: (page: string) => `前往：${page}`,
    theme: '切换明暗',
    language: '切换语言'
  }
}

export type FrameTexts = typeof zh

const en: FrameTexts = {
  app: {
    name: 'Hearth',
    opening: 'Opening…',
    standIn: 'Development stand-in',
    standInHint: 'This is not the real Electron; it is for development only.'
  },
  ui: {
    close: 'Close',
    undo: 'Undo',
    cancel: 'Cancel',
    delete: 'Delete',
    copy: 'Copy',
    copied: 'Copied',
    messages: 'Messages'
  },
  pages: {
    chat: 'Chat',
    memory: 'Memory',
    receipts: 'What left this machine',
    models: 'Models',
    tools: 'Tools',
    data: 'Data',
    settings: 'Settings'
  },
  rail: {
    name: 'Navigation',
    show: 'Show the side bar',
    hide: 'Hide the side bar',
    newChat: 'New conversation',
    newTemporary: 'Temporary conversation',
    temporary: 'Temporary',
    temporaryHint: 'Leaves no trace after you quit',
    search: 'Search conversations',
    searchResults: 'Search results',
    nothingFound: 'Nothing found.',
    conversations: 'Conversations',
    noConversations: 'No conversations yet.',
    rename: 'Rename',
    renameLabel: 'Title of the conversation',
    options: (title) => `Options for “${title}”`,
    deleted: (title) => `Deleted “${title}”`,
    deleteWithFacts: 'Delete with what was learned…',
    deleteWithFactsTitle: 'Delete the conversation and what was learned from it?',
    deleteWithFactsWhat: 'These memories come from this conversation alone and are forgotten with it. What was also said elsewhere stays.',
    deleteWithFactsNone: 'No memory comes from this conversation alone; only the conversation is deleted.',
    deleteAll: 'Delete',
    project: 'Project…',
    projectTitle: 'Which project is it in?',
    projectName: 'Name of a new project',
    projectMake: 'Make it and move here',
    compact: 'Summarise older messages now',
    untitled: 'New conversation',
    older: 'Older'
  },
  title: {
    local: 'On this machine',
    localNone: 'Memory only',
    offline: 'Offline',
    sending: (what) => `Sending ${what}`,
    open: (words) => `Destination: ${words}`,
    localExplain: 'A model on this computer answers. Nothing leaves this machine.',
    noneExplain: 'No model is connected; answers come from memory on this machine. Nothing leaves it.',
    remoteExplain: (host) => `What you write here is sent to ${host}. What is private is not.`,
    offlineExplain: 'The offline switch is on. No remote address is contacted.',
    switchTo: 'Switch destination',
    memoryOnly: 'No model, memory only',
    seeReceipts: 'See what left this machine',
    openDrawer: 'Show details of this turn',
    closeDrawer: 'Hide details of this turn'
  },
  palette: {
    name: 'Command palette',
    placeholder: 'What to do, or which conversation to find…',
    none: 'No command matches.',
    go: (page) => `Go to ${page}`,
    theme: 'Switch between light and dark',
    language: 'Switch language'
  }
}

export type Texts = FrameTexts & { readonly chat: (typeof chatMessages)['zh'] }

export const messages: Catalogue<Texts> = { zh: { ...zh, chat: chatMessages.zh }, en: { ...en, chat: chatMessages.en } }

/** The texts of frame and chat in the language of the window. Pages beside the chat have their own catalogue. */
export function useTexts(): Texts {
  return useCatalogue(messages)
}
