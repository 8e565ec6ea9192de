import type { NoticeCode } from '../../shared/model/notice.ts'
import type { ToolOutcome } from '../../shared/model/conversation.ts'
import type { Catalogue } from './language.ts'
import type { PluralForms } from './format.ts'

const zhNotices: Readonly<Record<NoticeCode, string>> = {
  'memory-only': '没有连接模型，以上只来自本机的记忆。',
  'kept-here': '已留在本机，没有发送任何内容。',
  remembered: '已记住。',
  proposed: '有一条记忆等你确认。',
  'cut-off': '回答没有写完，连接断了。',
  'no-answer': '模型只做了思考，没有给出回答。',
  waiting: '服务方要求稍等。',
  'repeated-call': '同一个工具调用重复出现，没有再执行。',
  'round-limit': '已达到工具轮数上限，在此停下。',
  'call-limit': '已达到工具调用次数上限，在此停下。',
  'compaction-failed': '旧消息未能压缩成摘要，没有删去任何内容。',
  'still-large': '压缩之后仍然接近模型的上限。',
  'profile-too-long': '概况太长，这次没有带上。请在记忆页把它写短一些。',
  'result-cut': '工具结果太长，给模型看了开头和结尾；全文在下面的工具行里。',
  'private-left-out': '这次对话里的私密内容没有发给模型。'
}

const enNotices: Readonly<Record<NoticeCode, string>> = {
  'memory-only': 'No model is connected; this comes from memory on this machine alone.',
  'kept-here': 'Kept on this machine. Nothing was sent.',
  remembered: 'Remembered.',
  proposed: 'A memory waits for your word.',
  'cut-off': 'The connection closed before the answer was finished.',
  'no-answer': 'The model reasoned but wrote no answer.',
  waiting: 'The provider asks to wait a moment.',
  'repeated-call': 'The same tool call came twice and was not run again.',
  'round-limit': 'Stopped at the limit of tool rounds.',
  'call-limit': 'Stopped at the limit of tool calls.',
  'compaction-failed': 'Older messages could not be summarised. Nothing was removed.',
  'still-large': 'After summarising, the conversation is still near the limit of the model.',
  'profile-too-long': 'The profile is too long and was left out this time. Please shorten it on the Memory page.',
  'result-cut': 'The tool result was long; the model saw its beginning and end. All of it is in the line of the tool.',
  'private-left-out': 'Private parts of this conversation were left out.'
}

const zhOutcomes: Readonly<Record<ToolOutcome | 'running', string>> = {
  ok: '完成',
  error: '出错',
  denied: '未允许',
  skipped: '已跳过',
  running: '进行中'
}
const enOutcomes: Readonly<Record<ToolOutcome | 'running', string>> = {
  ok: 'done',
  error: 'failed',
  denied: 'not allowed',
  skipped: 'skipped',
  running: 'running'
}

const zh = {
  log: '对话内容',
  you: '你',
  assistant: 'Hearth',
  stayedHere: '留在本机',
  loading: '正在读取对话…',
  answerFinished: (text: string) => `回答完成：${text}`,
  notices: zhNotices,
  waitingSeconds: (seconds: string) => `服务方要求稍等 ${seconds}。`,
  compaction: (removed: string) => `${removed} 条较早的消息已合成摘要，原文都在。`,
  compactionOpen: '看摘要',
  compactionTitle: '交给模型的摘要',
  compactionWhat: (removed: string, kept: string) => `它代替了 ${removed} 条较早的消息；最近 ${kept} 条仍是原文。对话记录一字不少。`,
  compacted: (removed: string) => `已把 ${removed} 条消息合成摘要。`,
  compactedNothing: '消息还不多，没有可以合并的。',
  status: {
    interrupted: '回答中断了，文字已保留。',
    stopped: '你停下了这次回答，文字已保留。',
    blocked: '已拦在本机，没有发送。',
    unanswered: '这条消息还没有得到回答。'
  },
  continue: '继续',
  continueText: '请从刚才中断的地方继续。',
  retry: '再试一次',
  openModels: '打开模型页',
  reasoning: { running: '正在思考', done: '思考过程', doneIn: (time: string) => `思考了 ${time}` },
  tool: {
    outcomes: zhOutcomes,
    names: {
      calculator: '计算',
      get_weather: '查天气',
      save_preference: '记下',
      recall_memory: '翻看记忆',
      memory_search: '搜索记忆',
      read_result: '继续读结果'
    } as Readonly<Record<string, string>>,
    args: '参数',
    result: '结果',
    noArgs: '没有参数',
    noResult: '没有结果',
    cut: (total: string) => `模型看到的部分；全文共 ${total} 字。`,
    more: '读取全文'
  },
  actions: {
    group: '对这条消息的操作',
    copy: '复制',
    regenerate: '重新回答',
    edit: '编辑',
    details: '本轮详情',
    versions: '版本',
    previous: '上一个版本',
    next: '下一个版本',
    version: (at: string, of: string) => `${at}/${of}`
  },
  showAll: '展开全文',
  showLess: '收起',
  editing: { label: '修改消息', send: '发送修改', hint: '原来的版本会保留。' },
  foot: {
    used: { other: '用到 # 条记忆' } as PluralForms,
    remembered: (text: string) => `已记住：${text}`,
    undone: '已撤销，没有记住。',
    usedOne: (text: string) => `用到：${text}`,
    forget: '忘掉它',
    forgot: (text: string) => `已忘掉“${text}”`,
    gone: '这条记忆已删除',
    accept: '记住它',
    reject: '不记',
    rejected: '没有记住。',
    proposed: (text: string) => `待确认：${text}`,
    left: (bytes: string, hosts: string) => `${bytes} 发往 ${hosts}`,
    masked: { other: '遮住 # 处' } as PluralForms,
    stayed: '没有任何内容离开本机',
    tokens: (input: string, output: string) => `读 ${input}，写 ${output} 词元`
  },
  request: {
    toolTitle: (name: string) => `要使用“${name}”吗？`,
    askTitle: '回答这条消息要用到需要你同意的记忆。',
    once: '这次可以',
    always: '总是可以',
    never: '不要',
    send: '这次告诉它',
    keep: '不说'
  },
  jump: '回到最新',
  jumpCount: { other: '回到最新，# 段新内容' } as PluralForms,
  empty: {
    greeting: (name: string) => (name === '' ? '你好。' : `你好，${name}。`),
    lead: '想聊点什么？',
    suggestions: '可以这样开始',
    temporary: '这是临时对话，不写入记忆，退出 Hearth 后不留痕迹。',
    noModel: '还没有连接模型。不连接也可以：',
    noModelPoints: ['记下你告诉我的事', '按记忆回答问题，并说明出处', '计算，例如 12 × (3 + 4)'],
    connect: '连接一个模型',
    askAbout: (text: string) => `关于“${text}”，你还记得什么？`,
    continueWith: (title: string) => `接着聊聊“${title}”`,
    rememberSomething: '记住：',
    rememberLabel: '告诉我一件值得记住的事',
    whatYouKnow: '你都记得我些什么？',
    calculate: '算一下 128 × 36 + 512'
  },
  composer: {
    label: '写消息',
    placeholder: '写点什么…',
    placeholderPrivate: '这条消息只留在本机…',
    send: '发送',
    stop: '停止',
    lock: '只留在本机',
    unlock: '不再只留在本机',
    preview: '看看会发送什么',
    model: '选择模型',
    noModel: '仅用记忆',
    manage: '管理模型…',
    project: '项目',
    projectHint: '项目里的记忆只在这个项目的对话中使用',
    noProject: '不属于项目',
    mode: '回答方式',
    modes: {
      plain: { label: '直接回答', hint: '需要时用工具' },
      auto: { label: '自动', hint: '先问模型哪种方式合适，多一次请求' },
      cot: { label: '一步一步', hint: '先写思路，再下结论' },
      few_shot: { label: '照着例子', hint: '先给模型看两个例子' },
      react: { label: '多用工具', hint: '查找、计算、记住' },
      tot: { label: '权衡方案', hint: '三种做法，打分，再选一种；共三次请求' }
    },
    attachment: (lines: string, size: string) => `粘贴的文字，${lines} 行，${size}`,
    removeAttachment: '移除粘贴的文字',
    hintRemember: '“记住：”后面的内容会存进记忆。',
    hintPrivate: '“私密：”后面的内容只存在本机，不会发送。',
    hintLocked: '这条消息和它的回答不会离开本机。',
    keys: 'Enter 发送，Shift+Enter 换行'
  },
  preview: {
    title: '会发送的内容',
    nothing: '没有任何内容会离开本机。',
    local: (host: string) => `发给本机的 ${host}，不会离开这台电脑。`,
    remote: (bytes: string, host: string) => `${bytes} 会发往 ${host}。`,
    facts: { other: '其中有 # 条记忆。' } as PluralForms,
    body: '请求全文'
  },
  drawer: {
    name: '本轮详情',
    none: '点一条回答下面的“用到记忆”或“发往”，这里会显示细节。',
    memory: '用到的记忆',
    noMemory: '这一轮没有用到记忆。',
    profileAlone: '这一轮只带了概况。',
    throughProfile: '概况由这些记忆写成',
    left: '离开本机的内容',
    nothingLeft: '这一轮没有任何内容离开本机。',
    since: (date: string) => `${date}起`,
    gone: '这条记忆已删除。',
    openReceipt: '看完整记录',
    blocked: '已拦下，没有发出',
    failed: '没有收到答复'
  },
  markdown: {
    image: (address: string) => `图片：${address}`,
    imageHint: '不会自动加载图片',
    refused: '这个链接的类型不安全，没有打开。',
    code: '代码',
    text: '文本',
    table: '表格',
    codeBlock: (language: string) => `代码，${language}`
  }
}

export type ChatTexts = typeof zh

const en: ChatTexts = {
  log: 'Conversation',
  you: 'You',
  assistant: 'Hearth',
  stayedHere: 'stayed on this machine',
  loading: 'Reading the conversation…',
  answerFinished: (text) => `Answer finished: ${text}`,
  notices: enNotices,
  waitingSeconds: (seconds) => `The provider asks to wait ${seconds}.`,
  compaction: (removed) => `${removed} earlier messages became a summary. The originals are all here.`,
  compactionOpen: 'Read it',
  compactionTitle: 'The summary that the model is given',
  compactionWhat: (removed, kept) =>
    `It stands for ${removed} earlier messages; the latest ${kept} are given word for word. The transcript keeps every word.`,
  compacted: (removed) => `${removed} messages became a summary.`,
  compactedNothing: 'There are too few messages to summarise.',
  status: {
    interrupted: 'The answer was cut off. Its text is kept.',
    stopped: 'You stopped this answer. Its text is kept.',
    blocked: 'Held on this machine. Nothing was sent.',
    unanswered: 'This message has no answer yet.'
  },
  continue: 'Continue',
  continueText: 'Please continue where you were cut off.',
  retry: 'Try again',
  openModels: 'Open Models',
  reasoning: { running: 'Thinking', done: 'Reasoning', doneIn: (time) => `Thought for ${time}` },
  tool: {
    outcomes: enOutcomes,
    names: {
      calculator: 'Calculate',
      get_weather: 'Weather',
      save_preference: 'Remember',
      recall_memory: 'Look in memory',
      memory_search: 'Search memory',
      read_result: 'Read on'
    },
    args: 'Arguments',
    result: 'Result',
    noArgs: 'No arguments',
    noResult: 'No result',
    cut: (total) => `What the model saw; the whole has ${total} characters.`,
    more: 'Read all of it'
  },
  actions: {
    group: 'Actions for this message',
    copy: 'Copy',
    regenerate: 'Answer again',
    edit: 'Edit',
    details: 'Details of this turn',
    versions: 'Versions',
    previous: 'Previous version',
    next: 'Next version',
    version: (at, of) => `${at}/${of}`
  },
  showAll: 'Show all of it',
  showLess: 'Show less',
  editing: { label: 'Edit the message', send: 'Send the change', hint: 'The earlier version is kept.' },
  foot: {
    used: { one: 'used # memory', other: 'used # memories' },
    remembered: (text) => `remembered: ${text}`,
    undone: 'Undone. It is not remembered.',
    usedOne: (text) => `used: ${text}`,
    forget: 'Forget it',
    forgot: (text) => `Forgot “${text}”`,
    gone: 'a memory that has been deleted',
    accept: 'Remember it',
    reject: 'Do not remember',
    rejected: 'It is not remembered.',
    proposed: (text) => `to confirm: ${text}`,
    left: (bytes, hosts) => `${bytes} to ${hosts}`,
    masked: { one: '# thing masked', other: '# things masked' },
    stayed: 'nothing left this machine',
    tokens: (input, output) => `read ${input}, wrote ${output} tokens`
  },
  request: {
    toolTitle: (name) => `Use “${name}”?`,
    askTitle: 'The answer would use memories that need your consent.',
    once: 'Allow once',
    always: 'Always allow',
    never: 'Do not allow',
    send: 'Include this time',
    keep: 'Leave out'
  },
  jump: 'Jump to latest',
  jumpCount: { one: 'Jump to latest, # new part', other: 'Jump to latest, # new parts' },
  empty: {
    greeting: (name) => (name === '' ? 'Hello.' : `Hello, ${name}.`),
    lead: 'What is on your mind?',
    suggestions: 'Ways to begin',
    temporary: 'A temporary conversation: it adds nothing to memory and leaves no trace after you quit.',
    noModel: 'No model is connected yet. Even so, I can:',
    noModelPoints: ['keep what you tell me', 'answer from memory and say where it came from', 'calculate, for example 12 × (3 + 4)'],
    connect: 'Connect a model',
    askAbout: (text) => `What do you remember about “${text}”?`,
    continueWith: (title) => `Let us go on with “${title}”`,
    rememberSomething: 'remember: ',
    rememberLabel: 'Tell me something worth remembering',
    whatYouKnow: 'What do you remember about me?',
    calculate: 'What is 128 × 36 + 512?'
  },
  composer: {
    label: 'Write a message',
    placeholder: 'Write something…',
    placeholderPrivate: 'This message stays on this machine…',
    send: 'Send',
    stop: 'Stop',
    lock: 'Keep on this machine',
    unlock: 'No longer keep on this machine',
    preview: 'See what would be sent',
    model: 'Choose a model',
    noModel: 'Memory only',
    manage: 'Manage models…',
    project: 'Project',
    projectHint: 'What is remembered of a project is used in its conversations only',
    noProject: 'No project',
    mode: 'How to answer',
    modes: {
      plain: { label: 'Directly', hint: 'Tools when needed' },
      auto: { label: 'Automatic', hint: 'Asks the model first which way fits: one request more' },
      cot: { label: 'Step by step', hint: 'Ideas first, then the conclusion' },
      few_shot: { label: 'By example', hint: 'Shows the model two examples first' },
      react: { label: 'With tools', hint: 'Looking up, computing, remembering' },
      tot: { label: 'Weigh approaches', hint: 'Three ways, a score for each, the best one: three requests' }
    },
    attachment: (lines, size) => `Pasted text, ${lines} lines, ${size}`,
    removeAttachment: 'Remove the pasted text',
    hintRemember: 'What follows “remember:” goes into memory.',
    hintPrivate: 'What follows “private:” is kept on this machine and never sent.',
    hintLocked: 'This message and its answer do not leave this machine.',
    keys: 'Enter sends, Shift+Enter starts a new line'
  },
  preview: {
    title: 'What would be sent',
    nothing: 'Nothing would leave this machine.',
    local: (host) => `To ${host} on this machine. It does not leave the computer.`,
    remote: (bytes, host) => `${bytes} would go to ${host}.`,
    facts: { one: 'It holds # memory.', other: 'It holds # memories.' },
    body: 'The whole request'
  },
  drawer: {
    name: 'Details of this turn',
    none: 'Press “used memories” or the line on what left under an answer to see its details here.',
    memory: 'Memory used',
    noMemory: 'This turn used no memory.',
    profileAlone: 'This turn was given the profile alone.',
    throughProfile: 'The profile was made from',
    left: 'What left this machine',
    nothingLeft: 'Nothing left this machine in this turn.',
    since: (date) => `since ${date}`,
    gone: 'This memory has been deleted.',
    openReceipt: 'See the whole record',
    blocked: 'held back, not sent',
    failed: 'no reply came'
  },
  markdown: {
    image: (address) => `Image: ${address}`,
    imageHint: 'Images are never loaded by themselves',
    refused: 'Links of this kind are not safe and are not opened.',
    code: 'code',
    text: 'text',
    table: 'Table',
    codeBlock: (language) => `Code, ${language}`
  }
}

export const chatMessages: Catalogue<ChatTexts> = { zh, en }
