import type { ReviewList, ReviewReason } from '../../../shared/model/memory.ts'
import type { Catalogue } from '../language.ts'

/** Texts of what is done to many facts at once, and of what waits for a word. */
const en = {
  mergeTitle: (n: number) => `Make one fact of ${n}`,
  mergeLead: 'Their quotes come together, and all of them stay as history of the one fact.',
  mergeWordings: 'Take one of these sentences',
  mergeText: 'The sentence that stays',
  merged: (n: number) => `${n} facts are one now.`,

  aboutTitle: 'Forget everything about …',
  aboutQuery: 'What it is about',
  aboutPlaceholder: 'A name, a place, a subject',
  aboutStart: 'Type a name or a subject. Nothing is forgotten before you have seen what it is.',
  aboutNothing: 'Nothing is remembered or was said about this.',
  aboutFacts: (n: number) => (n === 1 ? '1 fact to forget' : `${n} facts to forget`),
  aboutFactsNone: 'No fact is about this.',
  aboutConversations: 'Conversations that speak of it',
  aboutConversationsLead: 'They stay; messages that taught or quoted a fact lose those words. Tick one to delete all of it.',
  aboutBlanked: 'words are blanked',
  aboutStays: 'stays as it is',
  aboutSent: 'What a model was already sent cannot be called back.',
  aboutMentions: (n: number) => (n === 1 ? '1 message' : `${n} messages`),
  aboutForgetFact: (text: string) => `Forget: ${text}`,
  aboutDeleteConversation: (title: string) => `Delete the conversation: ${title}`,
  aboutGo: (facts: number, conversations: number) => {
    const of = [
      ...(facts === 0 ? [] : [facts === 1 ? '1 fact' : `${facts} facts`]),
      ...(conversations === 0 ? [] : [conversations === 1 ? '1 conversation' : `${conversations} conversations`])
    ]
    return of.length === 0 ? 'Forget' : `Forget ${of.join(' and ')}`
  },
  aboutDone: (facts: number, conversations: number) =>
    conversations === 0
      ? `${facts === 1 ? '1 fact' : `${facts} facts`} forgotten. Erased in ten seconds.`
      : `${facts === 1 ? '1 fact' : `${facts} facts`} and ${conversations === 1 ? '1 conversation' : `${conversations} conversations`} forgotten. Erased in ten seconds.`,
  aboutBack: 'All of it is back.',

  exchangeTitle: 'Import and export',
  exportTitle: 'Export',
  exportLead: 'All facts with their labels, quotes and history, and the profile, in one file.',
  exportWarning:
    'The file is not encrypted. Whoever can open it can read it, private facts too, and what you forget here later stays in it.',
  exportFormat: 'Format',
  formats: { json: 'JSON', markdown: 'Markdown' },
  formatMeans: { json: 'Comes back exactly as it was.', markdown: 'To read or edit yourself; comes back as well.' },
  exportGo: 'Save a file …',
  exported: (path: string) => `Saved: ${path}`,
  exportNone: 'Nothing was saved.',
  fileName: 'hearth-memory',
  importTitle: 'Import',
  importLead: 'A file that Hearth exported, as JSON or Markdown. What is known already stays as it is.',
  importGo: 'Choose a file …',
  imported: (added: number, known: number) =>
    `${added === 1 ? '1 fact was' : `${added} facts were`} added, ${known === 1 ? '1 was' : `${known} were`} known already.`,
  importNone: 'No file was chosen. Nothing changed.',
  importBad: 'This file is not a memory that Hearth can read. Nothing was stored.',
  done: 'Done',

  lists: { inbox: 'To decide', stale: 'Outdated?', unconfirmed: 'Unconfirmed', unused: 'Unused' } satisfies Record<ReviewList, string>,
  listsName: 'What to look at',
  listLead: {
    inbox: 'Found in what you said. Not used until you accept it.',
    stale: 'They have not been touched for long, or spoke of a time that is over. Do they still hold?',
    unconfirmed: 'Used in answers, but you never said that they are so.',
    unused: 'No answer has needed them so far.'
  } satisfies Record<ReviewList, string>,
  listEmpty: {
    inbox: 'Nothing waits for your word.',
    stale: 'Nothing looks outdated.',
    unconfirmed: 'Everything that is used was confirmed.',
    unused: 'Everything was of use at least once.'
  } satisfies Record<ReviewList, string>,
  reason: {
    rule: 'A simple rule found it.',
    doubt: 'The model was not sure.',
    conflict: 'It contradicts what is known.',
    foreign: 'A tool or a foreign text was involved.'
  } satisfies Record<ReviewReason, string>,
  accept: 'Accept',
  edit: 'Edit',
  reject: 'Reject',
  keep: 'Still true',
  forget: 'Forget',
  accepted: 'Remembered.',
  rejected: 'Not remembered.',
  kept: 'Confirmed.',
  forgotten: 'Forgotten. It is erased in ten seconds.',
  back: 'It is back.',
  keysInbox: 'A accepts, E edits, R rejects; arrow keys go up and down.',
  keysUpkeep: 'A keeps, R forgets; arrow keys go up and down.',
  position: (at: number, of: number) => `${at} of ${of}`,
  which: 'Which one holds?',
  whichOld: 'Known so far',
  whichNew: 'New',
  newHolds: 'The new one',
  oldHolds: 'The old one',
  bothHold: 'Both',
  editLabel: 'The fact in your words',
  editSave: 'Save and accept',
  cancel: 'Cancel',
  more: (n: number) => (n === 1 ? '1 more after these.' : `${n} more after these.`),

  extractionWaiting: (n: number) => (n === 1 ? '1 message waits to be read for facts.' : `${n} messages wait to be read for facts.`),
  extractionRunning: 'Reading messages for facts …',
  extractionNow: 'Read now',
  failedTitle: 'Messages that could not be read',
  failedBatch: (messages: number, title: string) => `${messages === 1 ? '1 message' : `${messages} messages`} of “${title}”`,
  failedTries: (n: number) => (n === 1 ? 'tried once' : `tried ${n} times`),
  failedWhy: {
    PROVIDER_BAD_REPLY: 'the answer could not be read',
    PROVIDER_DOWN: 'the model could not be reached',
    PROVIDER_NONE: 'there was no model',
    PROVIDER_AUTH: 'the key was refused',
    PROVIDER_QUOTA: 'the credit was used up',
    PROVIDER_RATE: 'the provider asked for a pause',
    CONTEXT_TOO_LARGE: 'they are longer than the model can read',
    OFFLINE: 'the offline switch was on',
    other: 'something unexpected happened'
  },
  tryAgain: 'Try again',
  letGo: 'Let go',
  letGoDone: 'These messages are not read again.'
}

export type CareText = typeof en

const zh: CareText = {
  mergeTitle: (n) => `把 ${n} 条合成一条`,
  mergeLead: '它们的原话会放在一起，原来的几条都留作这一条的历史。',
  mergeWordings: '选用其中一句',
  mergeText: '留下的这句话',
  merged: (n) => `${n} 条已合为一条。`,

  aboutTitle: '忘掉关于某事的一切',
  aboutQuery: '关于什么',
  aboutPlaceholder: '一个人、一个地方、一件事',
  aboutStart: '输入一个名字或一件事。先给你看清楚是哪些，然后才忘掉。',
  aboutNothing: '没有记住、也没有说起过这件事。',
  aboutFacts: (n) => `要忘掉的有 ${n} 条`,
  aboutFactsNone: '没有记忆与此有关。',
  aboutConversations: '说起过它的对话',
  aboutConversationsLead: '对话会留下；教过或引用过这些记忆的消息，会涂去那些字。勾选后，整段对话都会删除。',
  aboutBlanked: '涂去那些字',
  aboutStays: '保持原样',
  aboutSent: '已经发给模型的内容收不回来。',
  aboutMentions: (n) => `${n} 条消息`,
  aboutForgetFact: (text) => `忘掉：${text}`,
  aboutDeleteConversation: (title) => `删除对话：${title}`,
  aboutGo: (facts, conversations) =>
    facts === 0 && conversations === 0
      ? '忘掉'
      : `忘掉${[...(facts === 0 ? [] : [`${facts} 条记忆`]), ...(conversations === 0 ? [] : [`${conversations} 段对话`])].join('和')}`,
  aboutDone: (facts, conversations) =>
    conversations === 0 ? `已忘掉 ${facts} 条，十秒后彻底抹去。` : `已忘掉 ${facts} 条记忆和 ${conversations} 段对话，十秒后彻底抹去。`,
  aboutBack: '都已经找回。',

  exchangeTitle: '导入和导出',
  exportTitle: '导出',
  exportLead: '全部记忆，连同标记、原话和历史，以及个人概况，存进一个文件。',
  exportWarning: '这个文件没有加密。能打开它的人都能看到内容，私密的也在里面；以后在这里忘掉的事，仍会留在文件里。',
  exportFormat: '格式',
  formats: { json: 'JSON', markdown: 'Markdown' },
  formatMeans: { json: '以后导入，与现在完全一样。', markdown: '方便自己阅读和修改，也能再导入。' },
  exportGo: '存为文件…',
  exported: (path) => `已保存：${path}`,
  exportNone: '没有保存任何文件。',
  fileName: 'hearth-记忆',
  importTitle: '导入',
  importLead: '选择 Hearth 导出的文件，JSON 或 Markdown 都可以。已经记得的保持不变。',
  importGo: '选择文件…',
  imported: (added, known) => `新添了 ${added} 条，另有 ${known} 条本来就记得。`,
  importNone: '没有选择文件，什么也没有变。',
  importBad: '这不是 Hearth 能读的记忆文件。没有存下任何内容。',
  done: '完成',

  lists: { inbox: '等你决定', stale: '可能过时', unconfirmed: '从未确认', unused: '从未用到' },
  listsName: '要看的内容',
  listLead: {
    inbox: '这些是从你说的话里发现的。你接受之前，不会用到它们。',
    stale: '很久没有动过，或者说的是已经过去的事。现在还是这样吗？',
    unconfirmed: '回答里用过，但你从来没有确认过。',
    unused: '到现在还没有哪次回答用到它们。'
  },
  listEmpty: {
    inbox: '没有等你决定的事。',
    stale: '没有看上去过时的记忆。',
    unconfirmed: '用到的都已经确认过。',
    unused: '每一条都至少用到过一次。'
  },
  reason: { rule: '由简单规则发现。', doubt: '模型不太确定。', conflict: '与已经知道的相矛盾。', foreign: '当时有工具或外来文字参与。' },
  accept: '接受',
  edit: '修改',
  reject: '不要',
  keep: '还是这样',
  forget: '忘掉',
  accepted: '已记住。',
  rejected: '没有记下。',
  kept: '已确认。',
  forgotten: '已忘掉，十秒后彻底抹去。',
  back: '已经找回。',
  keysInbox: 'A 接受，E 修改，R 不要，方向键上下移动。',
  keysUpkeep: 'A 保留，R 忘掉，方向键上下移动。',
  position: (at, of) => `第 ${at} 条，共 ${of} 条`,
  which: '哪一条才对？',
  whichOld: '原来知道的',
  whichNew: '新发现的',
  newHolds: '新的对',
  oldHolds: '原来的对',
  bothHold: '两条都对',
  editLabel: '用你的话写',
  editSave: '保存并接受',
  cancel: '取消',
  more: (n) => `后面还有 ${n} 条。`,

  extractionWaiting: (n) => `有 ${n} 条消息等着从中找出值得记住的事。`,
  extractionRunning: '正在从消息里找值得记住的事…',
  extractionNow: '现在就找',
  failedTitle: '没能读懂的消息',
  failedBatch: (messages, title) => `“${title}”里的 ${messages} 条消息`,
  failedTries: (n) => `试过 ${n} 次`,
  failedWhy: {
    PROVIDER_BAD_REPLY: '读不懂模型的回复',
    PROVIDER_DOWN: '连不上模型',
    PROVIDER_NONE: '当时没有模型',
    PROVIDER_AUTH: '密钥被拒绝',
    PROVIDER_QUOTA: '额度用完了',
    PROVIDER_RATE: '服务方要求稍等',
    CONTEXT_TOO_LARGE: '超过模型能读的长度',
    OFFLINE: '当时开着离线开关',
    other: '出了意外'
  },
  tryAgain: '再试一次',
  letGo: '不再管它',
  letGoDone: '这些消息不会再读。'
}

export const careText: Catalogue<CareText> = { zh, en }
