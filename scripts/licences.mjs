// Collects what is inside Hearth and under which terms: packages that are shipped and model weights. Writes one JSON file that the settings
// page loads when it is asked for. Run it after a change of dependencies; a test says when it is out of date.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const target = join(root, 'src/renderer/features/settings/licences.json')
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))

/** Bundled into the window, and therefore development dependencies. */
const BUNDLED = [
  'hast-util-from-html-isomorphic',
  'katex',
  'lowlight',
  'lucide-react',
  'react',
  'react-dom',
  'react-markdown',
  'remark-gfm',
  'remark-math',
  'virtua',
  'zustand'
]
const LICENCE_FILE = /^(licen[cs]e|copying|notice)/i
/** Stand-ins of ours for packages that are not shipped, and packages that hold types only. */
const notShipped = (name, entry) =>
  entry.link === true || name.startsWith('@types/') || entry.resolved?.includes('empty-npm-package') === true

/** The lock file's key of the package that `name` means inside `from`: the nearest folder upwards that has it. */
function resolve(from, name) {
  const key = `${from === '' ? '' : `${from}/`}node_modules/${name}`
  if (packages[key] !== undefined) return key
  if (from === '') return null
  return resolve(from.includes('/node_modules/') ? from.slice(0, from.lastIndexOf('/node_modules/')) : '', name)
}

function shipped() {
  const keys = new Set()
  const walk = (from, name) => {
    const key = resolve(from, name)
    if (key === null || keys.has(key) || notShipped(name, packages[key])) return
    keys.add(key)
    const { dependencies = {}, optionalDependencies = {} } = packages[key]
    for (const next of Object.keys({ ...dependencies, ...optionalDependencies })) walk(key, next)
  }
  for (const name of [...Object.keys(packages[''].dependencies), ...BUNDLED]) walk('', name)
  return [...keys]
}

function textIn(folder) {
  if (!existsSync(folder)) return ''
  const files = readdirSync(folder)
    .filter((file) => LICENCE_FILE.test(file))
    .toSorted()
  return files.map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim()).join('\n\n')
}

function packageEntry(key) {
  const { version, license, name } = packages[key]
  return {
    name: name ?? key.slice(key.lastIndexOf('node_modules/') + 'node_modules/'.length),
    version,
    licence: license ?? '',
    text: textIn(join(root, key))
  }
}

function modelEntry(name) {
  const folder = join(root, 'resources/models', name)
  const text = textIn(folder)
  return { name, version: '', licence: /apache license/i.test(text) ? 'Apache-2.0' : /\bMIT\b/.test(text) ? 'MIT' : '', text }
}

const models = join(root, 'resources/models')
const entries = [
  ...(existsSync(models)
    ? readdirSync(models, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => modelEntry(entry.name))
    : []),
  ...shipped()
    .map(packageEntry)
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en') || a.version.localeCompare(b.version, 'en'))
]
const texts = [...new Set(entries.map((entry) => entry.text))].filter((text) => text !== '')
/** Written as the formatter would, so that it has nothing to change. */
const lines = entries.map(({ name, version, licence, text }) => {
  const fields = Object.entries({ name, version, licence, text: texts.indexOf(text) })
  return `    { ${fields.map(([key, value]) => `"${key}": ${JSON.stringify(value)}`).join(', ')} }`
})
writeFileSync(
  target,
  `{\n  "parts": [\n${lines.join(',\n')}\n  ],\n  "texts": [\n${texts.map((text) => `    ${JSON.stringify(text)}`).join(',\n')}\n  ]\n}\n`
)
process.stdout.write(`${entries.length} parts, ${texts.length} licence texts\n`)
