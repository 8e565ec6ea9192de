// Carries structured-clone values over the debugging protocol, which knows only text. Runs in Node and in the page.
// Arrays and objects are tagged, so that no value of the app can be mistaken for a tag.

const typedArrays = {
  Int8Array,
  Uint8Array,
  Uint8ClampedArray,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
  BigInt64Array,
  BigUint64Array,
  DataView
}

function toBase64(bytes) {
  let text = ''
  for (let at = 0; at < bytes.length; at += 32768) text += String.fromCharCode(...bytes.subarray(at, at + 32768))
  return btoa(text)
}

function fromBase64(text) {
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
}

function encodeNumber(value) {
  return Number.isFinite(value) && !Object.is(value, -0) ? value : { n: Object.is(value, -0) ? '-0' : String(value) }
}

function cannotClone(what) {
  const error = new Error(`An object could not be cloned: ${what}`)
  error.name = 'DataCloneError'
  return error
}

function encodeBytes(value) {
  if (value instanceof ArrayBuffer) return { b: 'ArrayBuffer', v: toBase64(new Uint8Array(value)) }
  const name = Object.keys(typedArrays).find((key) => value instanceof typedArrays[key])
  if (name === undefined) throw cannotClone('an unknown view of bytes')
  return { b: name, v: toBase64(new Uint8Array(value.buffer, value.byteOffset, value.byteLength)) }
}

function encodeObject(value, path, parents) {
  if (parents.includes(value)) throw new Error(`A value that contains itself (at ${path}) is not in the stand-in`)
  const inside = [...parents, value]
  const each = (item, name) => encodeValue(item, `${path}.${name}`, inside)
  if (Array.isArray(value)) return { a: Array.from(value, each) }
  if (value instanceof Date) return { d: value.getTime() }
  if (value instanceof RegExp) return { r: [value.source, value.flags] }
  if (value instanceof Map) return { m: [...value].map(([key, item], index) => [each(key, index), each(item, index)]) }
  if (value instanceof Set) return { s: [...value].map(each) }
  if (value instanceof Error) return { e: [value.name, value.message] }
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return encodeBytes(value)
  if (value instanceof Promise || value instanceof WeakMap || value instanceof WeakSet) throw cannotClone(`${path} is not a plain value`)
  return { o: Object.keys(value).map((key) => [key, each(value[key], key)]) }
}

function encodeValue(value, path, parents) {
  switch (typeof value) {
    case 'undefined':
      return { u: 1 }
    case 'bigint':
      return { i: String(value) }
    case 'number':
      return encodeNumber(value)
    case 'function':
    case 'symbol':
      throw cannotClone(`${path} is a ${typeof value}`)
    case 'object':
      return value === null ? null : encodeObject(value, path, parents)
    default:
      return value
  }
}

function decodeBytes(name, text) {
  const bytes = fromBase64(text)
  return name === 'ArrayBuffer' ? bytes.buffer : new typedArrays[name](bytes.buffer)
}

function decodeError([name, message]) {
  const error = new Error(message)
  error.name = name
  return error
}

function decodePlain(entries) {
  const object = {}
  for (const [key, item] of entries) {
    Object.defineProperty(object, key, { value: decodeValue(item), enumerable: true, writable: true, configurable: true })
  }
  return object
}

const decoders = {
  u: () => undefined,
  i: (value) => BigInt(value),
  n: (value) => Number(value),
  a: (value) => value.map(decodeValue),
  d: (value) => new Date(value ?? Number.NaN),
  r: (value) => new RegExp(value[0], value[1]),
  m: (value) => new Map(value.map(([key, item]) => [decodeValue(key), decodeValue(item)])),
  s: (value) => new Set(value.map(decodeValue)),
  e: decodeError,
  b: (value, node) => decodeBytes(value, node.v),
  o: decodePlain
}

function decodeValue(node) {
  if (typeof node !== 'object' || node === null) return node
  const tag = Object.keys(node)[0]
  return decoders[tag](node[tag], node)
}

export function encode(value) {
  return JSON.stringify(encodeValue(value, 'value', []))
}

export function decode(text) {
  return decodeValue(JSON.parse(text))
}
