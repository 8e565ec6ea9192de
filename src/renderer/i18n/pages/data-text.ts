import type { RouteOutput } from '../../../shared/ipc/contract.ts'
import type { Catalogue } from '../language.ts'

type EmbedderState = RouteOutput<'app.status'>['embedder']['state']

const en = {
  title: 'Data',
  lead: 'Everything Hearth keeps is in one folder on this machine.',
  loading: 'Reading',
  folder: 'Data folder',
  folderHint: 'The database in it is encrypted. A copy of the folder is a copy of everything.',
  folderShow: 'Show the folder',
  counts: 'What is in it',
  facts: 'Facts',
  conversations: 'Conversations',
  messages: 'Messages',
  embedder: 'Finding by meaning',
  embedderModel: (id: string, dimensions: number) => `${id}, ${dimensions} dimensions, runs on this machine`,
  embedderState: {
    idle: 'Rests until it is needed.',
    loading: 'Getting ready.',
    ready: 'Ready.',
    failed: 'It stopped. Search by words goes on; it starts again when it is next needed.',
    missing: 'The model is missing or damaged. Search by words goes on; installing Hearth again brings it back.'
  } satisfies Record<EmbedderState, string>,
  pending: (n: string) => `${n} still to read`,
  pendingNone: 'All facts can be found by their meaning.',
  progress: 'Facts that can be found by their meaning',
  promised: 'What is promised',
  promises: [
    'Facts and messages marked private never go into any request to another machine.',
    'What you type into a chat with a remote model does go to it.',
    'Every request has a receipt: to whom, when, why, and every word of it.',
    'A message shown as sent is stored, even if the power fails in the next moment.',
    'With no network and no key, Hearth still remembers, searches and forgets.',
    'The database is encrypted, and its key lies in the keystore of this system or behind your passphrase.',
    'There is no telemetry, no account and no crash report.'
  ],
  notProtected: 'What it does not protect against',
  notProtectedLead: 'No promise without its limits.',
  limits: [
    'A name, or other words for a private fact, typed to a remote model: only its sentences, numbers, addresses, keys and passwords are recognised and held back.',
    'Someone who uses this computer under your name while Hearth is open reads what you can read.',
    'A program that watches your keyboard, your screen or the memory of other programs.',
    'A remote model keeps what it was sent by its own rules; Hearth cannot call it back.',
    'A lost passphrase: without it nobody can open the data, we included.',
    'Copies of the data folder that you or a backup program made: forgetting does not reach them.',
    'Who looks at your network sees which hosts you talk to, though not what is said over https.'
  ]
}

export type DataText = typeof en

const zh: DataText = {
  title: '数据',
  lead: 'Hearth 保存的一切，都在本机的一个文件夹里。',
  loading: '正在读取',
  folder: '数据文件夹',
  folderHint: '里面的数据库是加密的。复制这个文件夹，就是复制全部内容。',
  folderShow: '打开文件夹',
  counts: '里面有什么',
  facts: '记忆',
  conversations: '对话',
  messages: '消息',
  embedder: '按意思查找',
  embedderModel: (id, dimensions) => `${id}，${dimensions} 维，在本机运行`,
  embedderState: {
    idle: '需要时才会启动。',
    loading: '正在准备。',
    ready: '可以使用。',
    failed: '已停止。按字词搜索不受影响，下次需要时会再启动。',
    missing: '模型缺失或损坏。按字词搜索不受影响，重新安装 Hearth 可以补上。'
  },
  pending: (n) => `还有 ${n} 条没有读完`,
  pendingNone: '所有记忆都能按意思找到。',
  progress: '能按意思找到的记忆',
  promised: '我们的承诺',
  promises: [
    '标为私密的记忆和消息，绝不会出现在发往别的机器的请求里。',
    '你在远程模型的对话里写下的内容，会发给它。',
    '每个请求都有记录：发给谁、何时、为何，以及其中的每一个字。',
    '显示为已发送的消息都已存好，下一刻断电也不会丢。',
    '没有网络、没有密钥，Hearth 照样能记住、搜索和忘掉。',
    '数据库是加密的，钥匙在系统的钥匙串里，或由你的口令保护。',
    '没有遥测，没有账号，也没有崩溃上报。'
  ],
  notProtected: '不能防住什么',
  notProtectedLead: '承诺都有边界。',
  limits: [
    '你自己打给远程模型的名字，或私密内容的另一种说法：只认得出原句、号码、地址、密钥和密码，并把它们拦下。',
    '有人用你的账户操作这台电脑，而 Hearth 正开着：你能看到的，他也能看到。',
    '监视键盘、屏幕或其他程序内存的软件。',
    '远程模型怎样保存收到的内容，由它自己决定，Hearth 收不回来。',
    '忘记口令：没有它，谁也打不开这些数据，我们也不行。',
    '你或备份软件复制出去的数据文件夹：在这里忘掉，那里不会跟着抹去。',
    '能看到你网络的人知道你连了哪些地址，但看不到 https 里的内容。'
  ]
}

export const dataText: Catalogue<DataText> = { zh, en }
