import type { Catalogue } from '../language.ts'

/** What a screen about a failed start may name. */
interface Versions {
  readonly found: string
  readonly known: string
}

const en = {
  unlockTitle: 'Welcome back',
  unlockLead: 'Your passphrase opens the data on this machine.',
  passphrase: 'Passphrase',
  show: 'Show what I type',
  unlock: 'Open',
  unlocking: 'Opening',
  wrong: 'This passphrase does not open the data. Nothing changed. Try again.',
  newTitle: 'Choose a passphrase',
  newWhy:
    'Hearth encrypts everything it keeps. Normally the system’s keystore guards the key, but the one here protects nothing, so a passphrase does it.',
  newPassphrase: 'New passphrase',
  newAgain: 'Once more',
  newAdvice: 'Long is strong: five or six words that only you would put together.',
  lengthShort: 'Short. A few more words make it much harder to guess.',
  lengthFair: 'Fair. Longer is better.',
  lengthGood: 'A good length.',
  newWarning:
    'Nobody can recover it. Without the passphrase the data cannot be opened, by us or anyone. Write it down and keep it somewhere safe.',
  create: 'Create',
  creating: 'Creating the encrypted file',
  empty: 'Type a passphrase first.',
  differ: 'The two are not the same.',
  failedKept: 'What was kept',
  failedDo: 'What you can do',
  keptAll: 'Your data is as it was. Nothing was changed or deleted.',
  retry: 'Try again',
  showFolder: 'Show the data folder',
  detail: 'For a report',
  failed: {
    locked: {
      title: 'Hearth is already open',
      what: 'Another Hearth is using this data. Two at once would harm it.',
      doThis: 'Go to the other window, or close it and try again.'
    },
    key: {
      title: 'The key does not fit',
      what: 'The key to your data could not be unlocked. The system’s keystore may have been reset, or the folder comes from another computer.',
      doThis: 'Log in as the same user on the same computer, then try again.'
    },
    newer: {
      title: 'This data is from a newer Hearth',
      what: ({ found, known }: Versions) =>
        found === '' ? 'A newer version wrote it.' : `The data is of version ${found}. This Hearth knows versions up to ${known}.`,
      doThis: 'Update Hearth, then try again.'
    },
    damaged: {
      title: 'The data file is damaged',
      doThis:
        'If you have a copy of the data folder, put it back and try again. Otherwise the damaged file can be set aside, and Hearth begins anew with an empty one.'
    },
    full: {
      title: 'The disk is full',
      what: 'There is no room to open the data safely.',
      doThis: 'Free some space, then try again.'
    },
    other: {
      title: 'Hearth could not start',
      what: 'Something unexpected happened while opening your data.',
      doThis: 'Try again. If it happens again, the line below helps whoever looks into it.'
    }
  },
  damage: {
    gone: 'The data file is gone or empty, although it was here before.',
    other: 'The data file is not the one that Hearth wrote last: another one, or an older state of it.',
    broken: 'Hearth checks the file before it uses it, and this one cannot be read as a whole.'
  },
  damageHeld: (facts: string, conversations: string, messages: string) =>
    `When it was last closed, it held ${facts} facts, ${conversations} conversations and ${messages} messages.`,
  damageKept: 'What is there was left as it is. Nothing was changed or deleted.',
  setAside: 'Set it aside and begin anew',
  setAsideSure: 'The file is moved into the folder “aside” and kept. Hearth then starts empty.',
  setAsideYes: 'Yes, begin anew',
  cancel: 'Cancel',
  welcomeTitle: 'Hello',
  welcome: [
    'Hearth is an assistant that remembers you and keeps what is private on this machine.',
    'Everything is in one encrypted file here; there is no account.',
    'You choose who answers: a model on this machine, a remote one, or none at all.'
  ],
  welcomeUseFound: (name: string, model: string) => (model === '' ? `Use ${name}` : `Use ${name}: ${model}`),
  welcomeConnect: 'Connect a model',
  welcomeNone: 'Go on with memory only',
  welcomeNoneHint: 'You can connect one at any time in Models.'
}

export type StartText = typeof en

const zh: StartText = {
  unlockTitle: '欢迎回来',
  unlockLead: '输入口令，打开本机上的数据。',
  passphrase: '口令',
  show: '显示输入的内容',
  unlock: '打开',
  unlocking: '正在打开',
  wrong: '这个口令打不开数据。数据没有变化，请再试一次。',
  newTitle: '设一个口令',
  newWhy: 'Hearth 会把保存的一切加密。钥匙通常交给系统的钥匙串保管，但这台机器的钥匙串起不到保护作用，所以要用口令来守。',
  newPassphrase: '新口令',
  newAgain: '再输一次',
  newAdvice: '越长越牢：五六个只有你会放在一起的词。',
  lengthShort: '偏短。多加几个词，就难猜得多。',
  lengthFair: '还可以，再长一些更好。',
  lengthGood: '长度合适。',
  newWarning: '口令无法找回。没有它，谁也打不开这些数据，我们也不行。请写下来，放在安全的地方。',
  create: '创建',
  creating: '正在创建加密文件',
  empty: '请先输入口令。',
  differ: '两次输入的不一样。',
  failedKept: '保住了什么',
  failedDo: '可以怎么做',
  keptAll: '数据和原来一样，没有改动，也没有删除。',
  retry: '再试一次',
  showFolder: '打开数据文件夹',
  detail: '报告问题时可以附上',
  failed: {
    locked: {
      title: 'Hearth 已经开着',
      what: '另一个 Hearth 正在使用这份数据。两个同时用会损坏它。',
      doThis: '去那个窗口继续，或者关掉它再试。'
    },
    key: {
      title: '钥匙对不上',
      what: '没能取出打开数据的钥匙。可能是系统的钥匙串被重置过，或者这个文件夹来自另一台电脑。',
      doThis: '在原来的电脑上，用原来的用户登录，然后再试。'
    },
    newer: {
      title: '这份数据来自更新的 Hearth',
      what: ({ found, known }) => (found === '' ? '它由更新的版本写成。' : `数据的版本是 ${found}，这个 Hearth 最多认得版本 ${known}。`),
      doThis: '请升级 Hearth，然后再试。'
    },
    damaged: {
      title: '数据文件损坏了',
      doThis: '如果你有数据文件夹的副本，放回原处再试。没有的话，可以把损坏的文件移到一边，从空白开始。'
    },
    full: {
      title: '磁盘满了',
      what: '没有足够的空间安全地打开数据。',
      doThis: '腾出一些空间，然后再试。'
    },
    other: {
      title: 'Hearth 没能启动',
      what: '打开数据时出了意料之外的问题。',
      doThis: '请再试一次。如果还是这样，下面这行可以帮助查找原因。'
    }
  },
  damage: {
    gone: '数据文件不见了或是空的，而它之前就在这里。',
    other: '这个数据文件不是 Hearth 最后写下的那个：是另一个，或者是它更早的样子。',
    broken: 'Hearth 在使用前检查了文件，发现它不能完整读取。'
  },
  damageHeld: (facts, conversations, messages) => `上次关闭时，里面有 ${facts} 条记忆、${conversations} 段对话、${messages} 条消息。`,
  damageKept: '现有的文件原样留着，没有改动，也没有删除。',
  setAside: '移到一边，重新开始',
  setAsideSure: '文件会移进“aside”文件夹并保留下来，Hearth 从空白开始。',
  setAsideYes: '重新开始',
  cancel: '取消',
  welcomeTitle: '你好',
  welcome: [
    'Hearth 是一个会记住你的助手，私密的事只留在本机。',
    '所有内容都在这里的一个加密文件里，不需要账号。',
    '由谁来回答，你说了算：本机模型、远程模型，或者都不用。'
  ],
  welcomeUseFound: (name, model) => (model === '' ? `使用 ${name}` : `使用 ${name}：${model}`),
  welcomeConnect: '连接一个模型',
  welcomeNone: '先只用记忆',
  welcomeNoneHint: '以后随时可以在“模型”里连接。'
}

export const startText: Catalogue<StartText> = { zh, en }
