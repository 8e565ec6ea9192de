// First script of every top document in the preload's isolated world: a sandboxed preload's `require('electron')`.

function closedObject(name, members) {
  return new Proxy(members, {
    get(object, key) {
      if (typeof key === 'symbol' || key in object || key === 'then') return object[key]
      throw new Error(`electron.${name}${String(key)} is not in the stand-in`)
    }
  })
}

function createIpcRenderer(post, codec, receiveFromMain) {
  const listeners = new Map()
  const waiting = new Map()
  let nextId = 0

  const listenersOf = (channel) => listeners.get(channel) ?? listeners.set(channel, []).get(channel)
  const ipcRenderer = closedObject('ipcRenderer.', {
    invoke: (channel, ...args) =>
      new Promise((resolve, reject) => {
        const id = ++nextId
        post({ type: 'invoke', id, channel, args: codec.encode(args) })
        waiting.set(id, { resolve, reject })
      }),
    send: (channel, ...args) => post({ type: 'send', channel, args: codec.encode(args) }),
    on(channel, listener) {
      listenersOf(channel).push({ listener, once: false })
      return ipcRenderer
    },
    once(channel, listener) {
      listenersOf(channel).push({ listener, once: true })
      return ipcRenderer
    },
    off(channel, listener) {
      const list = listenersOf(channel)
      const at = list.findLastIndex((entry) => entry.listener === listener)
      if (at !== -1) list.splice(at, 1)
      return ipcRenderer
    },
    addListener: (channel, listener) => ipcRenderer.on(channel, listener),
    removeListener: (channel, listener) => ipcRenderer.off(channel, listener),
    removeAllListeners(channel) {
      if (channel === undefined) listeners.clear()
      else listeners.delete(channel)
      return ipcRenderer
    }
  })

  const deliver = (channel, args) => {
    for (const entry of listenersOf(channel).slice()) {
      if (entry.once) ipcRenderer.off(channel, entry.listener)
      entry.listener({ sender: ipcRenderer }, ...args)
    }
  }
  receiveFromMain((message) => {
    if (message.type === 'event') return deliver(message.channel, codec.decode(message.args))
    const entry = waiting.get(message.id)
    waiting.delete(message.id)
    if (message.ok) entry?.resolve(codec.decode(message.value))
    else entry?.reject(new Error(message.error))
  })
  return ipcRenderer
}

/** Tells the app about size, place and focus; the debugging protocol has no events for them. */
function reportWindow(post) {
  const report = () =>
    post({ type: 'window', x: screenX, y: screenY, width: outerWidth, height: outerHeight, focused: document.hasFocus() })
  for (const name of ['resize', 'focus', 'blur']) window.addEventListener(name, report)
  document.addEventListener('mouseleave', report)
}

function startPreloadWorld(peer, post, codec, receiveFromMain, runPreload, platform) {
  const electron = closedObject('', {
    ipcRenderer: createIpcRenderer(post, codec, receiveFromMain),
    contextBridge: closedObject('contextBridge.', { exposeInMainWorld: (key, api) => peer.expose(key, api) })
  })
  const require = (name) => {
    if (name === 'electron' || name === 'electron/renderer') return electron
    throw new Error(`A sandboxed preload cannot require '${name}' in the stand-in`)
  }
  const process = closedObject('process.', { platform, type: 'renderer', sandboxed: true, contextIsolated: true, versions: {}, env: {} })
  const module = { exports: {} }
  reportWindow(post)
  try {
    runPreload(require, module, module.exports, process)
  } catch (error) {
    post({ type: 'preload-error', message: String(error?.stack ?? error) })
  }
}
