// First script of every document in the page's own world: receives what the preload exposes, and makes window.open ask the app.

function freezeDeep(value) {
  if ((typeof value === 'object' && value !== null) || typeof value === 'function') {
    Object.values(value).forEach(freezeDeep)
    Object.freeze(value)
  }
  return value
}

function startMainWorld(peer, reportOpen) {
  peer.onExpose((key, api) => {
    if (Object.hasOwn(window, key)) throw new Error(`Cannot bind an API on top of an existing property on the window object: ${key}`)
    Object.defineProperty(window, key, { value: freezeDeep(api), enumerable: true, writable: false, configurable: false })
  })
  const open = (url = '', name = '', features = '') => {
    reportOpen(JSON.stringify({ url: new URL(String(url), document.baseURI).href, frameName: String(name), features: String(features) }))
    return null
  }
  Object.defineProperty(window, 'open', { value: open, writable: false, configurable: false })
}
