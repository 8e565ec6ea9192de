// Joins the page's world and the preload's world of one document. Both run this file; each is the other's peer. Values cross by the
// browser's own structured clone (a CustomEvent's detail is cloned between worlds); functions and promises cross as numbers.
// `token` is a secret of this document that page scripts cannot learn, since both sides start before any of them.

function createPeer(token, me, other) {
  const target = window
  const functions = new Map()
  const promises = new Map()
  let nextId = 0
  let reply = null
  let onExpose = () => {}

  const send = (message) => target.dispatchEvent(new CustomEvent(token + other, { detail: message }))

  function packError(error) {
    return error instanceof Error ? ['e', error.name, error.message] : ['e', 'Error', String(error)]
  }

  function packPromise(promise) {
    const id = ++nextId
    promise.then(
      (value) => settle(id, true, value),
      (error) => send({ type: 'settle', id, ok: false, value: packError(error) })
    )
    return ['p', id]
  }

  function settle(id, ok, value) {
    try {
      send({ type: 'settle', id, ok, value: pack(value) })
    } catch (error) {
      send({ type: 'settle', id, ok: false, value: packError(error) })
    }
  }

  function pack(value, parents = []) {
    if (typeof value === 'function') {
      const id = ++nextId
      functions.set(id, value)
      return ['f', id]
    }
    if (typeof value === 'symbol') throw new Error('An object could not be cloned: a symbol cannot cross the context bridge')
    if (typeof value !== 'object' || value === null) return ['v', value]
    if (value instanceof Promise) return packPromise(value)
    if (value instanceof Error) return packError(value)
    const isArray = Array.isArray(value)
    const prototype = Object.getPrototypeOf(value)
    if (!isArray && prototype !== Object.prototype && prototype !== null) return ['v', structuredClone(value)]
    if (parents.includes(value)) throw new Error('A value that contains itself cannot cross the context bridge of the stand-in')
    const inside = [...parents, value]
    if (isArray) return ['a', value.map((item) => pack(item, inside))]
    return ['o', Object.keys(value).map((key) => [key, pack(value[key], inside)])]
  }

  function unpackObject(entries) {
    const object = {}
    for (const [key, item] of entries) {
      Object.defineProperty(object, key, { value: unpack(item), enumerable: true, writable: true, configurable: true })
    }
    return object
  }

  function unpackError(name, message) {
    const error = new Error(message)
    error.name = name
    return error
  }

  function unpack([tag, first, second]) {
    switch (tag) {
      case 'f':
        return (...args) => call(first, args)
      case 'p':
        return new Promise((resolve, reject) => promises.set(first, { resolve, reject }))
      case 'e':
        return unpackError(first, second)
      case 'a':
        return first.map(unpack)
      case 'o':
        return unpackObject(first)
      default:
        return first
    }
  }

  function call(id, args) {
    send({ type: 'call', id, args: args.map((item) => pack(item)) })
    const [ok, value] = reply
    if (!ok) throw unpack(value)
    return unpack(value)
  }

  function answerCall(message) {
    let answer
    try {
      answer = [true, pack(functions.get(message.id)(...message.args.map(unpack)))]
    } catch (error) {
      answer = [false, packError(error)]
    }
    send({ type: 'reply', answer })
  }

  function answerExpose(message) {
    try {
      onExpose(message.key, unpack(message.api))
      send({ type: 'reply', answer: [true, ['v', undefined]] })
    } catch (error) {
      send({ type: 'reply', answer: [false, packError(error)] })
    }
  }

  target.addEventListener(token + me, (event) => {
    const message = event.detail
    if (message.type === 'call') answerCall(message)
    else if (message.type === 'reply') reply = message.answer
    else if (message.type === 'expose') answerExpose(message)
    else if (message.type === 'settle') {
      const waiting = promises.get(message.id)
      promises.delete(message.id)
      waiting?.[message.ok ? 'resolve' : 'reject'](unpack(message.value))
    }
  })

  return {
    expose(key, api) {
      send({ type: 'expose', key, api: pack(api) })
      const [ok, value] = reply
      if (!ok) throw unpack(value)
    },
    onExpose(listener) {
      onExpose = listener
    }
  }
}
