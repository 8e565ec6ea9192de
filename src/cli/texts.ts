/** What the terminal chat says. */
interface ChatTexts {
  readonly hello: (model: string | null) => string
  readonly help: string
  readonly newThread: string
  readonly failed: (code: string, message: string) => string
  readonly notes: { readonly remembered: string; readonly proposed: string; readonly cutOff: string; readonly stopped: string }
  readonly tool: (name: string, outcome: string) => string
  readonly sent: (bytes: number, host: string) => string
  readonly nothingSent: string
  readonly usage: string
}

export const chatTexts: Readonly<Record<'zh' | 'en', ChatTexts>> = {
  zh: {
    hello: (model) => (model === null ? 'Hearth：没有模型，只凭本机的记忆回答。' : `Hearth：${model}`),
    help: '输入 /new 新对话，/quit 退出；“记住：…”记下一条，“私密：…”只留在本机；Ctrl+C 停止回答。',
    newThread: '新对话。',
    failed: (code, message) => `没有成功（${code}）：${message}。你的话已保存在本机。`,
    notes: { remembered: '已记住', proposed: '有一条等你确认（在记忆页）', cutOff: '回答中断了', stopped: '已停止' },
    tool: (name, outcome) => `工具 ${name}：${outcome}`,
    sent: (bytes, host) => `${bytes} 字节发往 ${host}`,
    nothingSent: '没有发送任何内容',
    usage: '用法：npm run chat -- [--profile 文件夹]'
  },
  en: {
    hello: (model) => (model === null ? 'Hearth: no model is set; it answers from memory on this machine alone.' : `Hearth: ${model}`),
    help: '/new starts a conversation, /quit leaves; "remember: …" stores a fact, "private: …" stays on this machine; Ctrl+C stops an answer.',
    newThread: 'New conversation.',
    failed: (code, message) => `That did not work (${code}): ${message}. Your message is saved on this machine.`,
    notes: {
      remembered: 'remembered',
      proposed: 'something waits for your word (on the memory page)',
      cutOff: 'the answer was cut off',
      stopped: 'stopped'
    },
    tool: (name, outcome) => `tool ${name}: ${outcome}`,
    sent: (bytes, host) => `${bytes} bytes to ${host}`,
    nothingSent: 'nothing was sent',
    usage: 'usage: npm run chat -- [--profile DIR]'
  }
}
