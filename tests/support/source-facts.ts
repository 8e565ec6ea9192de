import { parseSync } from 'vite'

export interface ImportFact {
  /** The address as written; null when it is computed. */
  readonly from: string | null
  /** True for `import type` and `export type`: gone when the code runs. */
  readonly typeOnly: boolean
  /** Imported names, `default` and `*` among them. */
  readonly names: readonly string[]
}

export interface SourceFacts {
  readonly imports: readonly ImportFact[]
  readonly defaultExport: boolean
  /** Global names that are used, and members as `process.getBuiltinModule`. Names that the file binds itself are left out. */
  readonly globals: ReadonlySet<string>
}

type Node = Readonly<Record<string, unknown>> & { readonly type: string }

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

/** Wrappers of an expression that only the compiler sees; all other TS nodes are types and not run. */
const WRAPPERS = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression', 'TSTypeAssertion', 'TSInstantiationExpression'])
const BINDERS: Readonly<Record<string, readonly string[]>> = {
  VariableDeclarator: ['id'],
  FunctionDeclaration: ['id', 'params'],
  FunctionExpression: ['id', 'params'],
  ArrowFunctionExpression: ['params'],
  ClassDeclaration: ['id'],
  ImportSpecifier: ['local'],
  ImportDefaultSpecifier: ['local'],
  ImportNamespaceSpecifier: ['local'],
  CatchClause: ['param']
}

function memberName(node: Node): string | null {
  const property = node['property']
  if (!isNode(property)) return null
  if (node['computed'] !== true) return typeof property['name'] === 'string' ? property['name'] : null
  return typeof property['value'] === 'string' ? property['value'] : null
}

function boundNames(pattern: unknown, into: Set<string>): void {
  if (Array.isArray(pattern)) for (const part of pattern) boundNames(part, into)
  if (!isNode(pattern)) return
  if (pattern.type === 'Identifier') into.add(String(pattern['name']))
  if (pattern.type === 'AssignmentPattern') boundNames(pattern['left'], into)
  if (pattern.type === 'RestElement') boundNames(pattern['argument'], into)
  if (pattern.type === 'ArrayPattern') boundNames(pattern['elements'], into)
  if (pattern.type === 'ObjectPattern') boundNames(pattern['properties'], into)
  if (pattern.type === 'Property') boundNames(pattern['value'], into)
}

/** Children in which a name is a use and not a label. */
function children(node: Node): unknown[] {
  if (WRAPPERS.has(node.type)) return [node['expression']]
  if (node.type.startsWith('TS')) return []
  return Object.entries(node).flatMap(([key, value]) => {
    if (key === 'property' && node.type === 'MemberExpression' && node['computed'] !== true) return []
    const isLabel = ['Property', 'PropertyDefinition', 'MethodDefinition'].includes(node.type) && node['computed'] !== true
    return key === 'key' && isLabel ? [] : [value]
  })
}

function walk(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) for (const part of value) walk(part, visit)
  if (!isNode(value)) return
  visit(value)
  for (const child of children(value)) walk(child, visit)
}

const GLOBAL_OBJECTS = new Set(['globalThis', 'window', 'self', 'global'])

/** The name of a plain identifier, casts taken off. */
function plainName(value: unknown): string | null {
  if (!isNode(value)) return null
  if (WRAPPERS.has(value.type) || value.type === 'ParenthesizedExpression') return plainName(value['expression'])
  return value.type === 'Identifier' ? String(value['name']) : null
}

/** Names that are taken from an object: `process.binding` and `{ binding } = process`. Those of the global object stand alone. */
function takenNames(node: Node): string[] {
  const owner = plainName(node.type === 'VariableDeclarator' ? node['init'] : node['object'])
  if (owner === null) return []
  const pattern = node['id']
  const properties = node.type === 'VariableDeclarator' && isNode(pattern) && pattern.type === 'ObjectPattern' ? pattern['properties'] : []
  const keys = Array.isArray(properties) ? properties.map((property) => (isNode(property) ? plainName(property['key']) : null)) : []
  const names = node.type === 'MemberExpression' ? [memberName(node)] : keys
  return names.filter((name) => name !== null).map((name) => (GLOBAL_OBJECTS.has(owner) ? name : `${owner}.${name}`))
}

function globalsOf(program: unknown): Set<string> {
  const bound = new Set<string>()
  const used = new Set<string>()
  const taken = new Set<string>()
  walk(program, (node) => {
    for (const key of BINDERS[node.type] ?? []) boundNames(node[key], bound)
    if (node.type === 'Identifier') used.add(String(node['name']))
    for (const name of takenNames(node)) taken.add(name)
  })
  return new Set([...[...used].filter((name) => !bound.has(name)), ...taken])
}

/** Addresses in `import('…')` types: no import when the code runs, but a reason for the file to be there. */
function typeImports(text: string): ImportFact[] {
  return [...text.matchAll(/\btypeof import\(\s*'([^']+)'\s*\)/g)].map(([, from]) => ({ from: from ?? null, typeOnly: true, names: ['*'] }))
}

function unquoted(source: string): string | null {
  return /^(['"`])([^'"`$]*)\1$/.exec(source.trim())?.[2] ?? null
}

/** @throws Error when the text does not parse. */
export function sourceFacts(file: string, text: string): SourceFacts {
  const { program, module, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file} does not parse: ${errors[0]?.message}`)
  const isType = (start: number, end: number) => /^(import|export)\s+type\b/.test(text.slice(start, end))
  const imports: ImportFact[] = module.staticImports.map(({ start, end, moduleRequest, entries }) => ({
    from: moduleRequest.value,
    typeOnly: isType(start, end),
    names: entries.map(({ importName }) =>
      importName.kind === 'Name' ? (importName.name ?? '') : importName.kind === 'Default' ? 'default' : '*'
    )
  }))
  for (const { start, end, entries } of module.staticExports) {
    for (const { moduleRequest, importName } of entries) {
      if (moduleRequest) imports.push({ from: moduleRequest.value, typeOnly: isType(start, end), names: [importName.name ?? '*'] })
    }
  }
  for (const { moduleRequest } of module.dynamicImports) {
    imports.push({ from: unquoted(text.slice(moduleRequest.start, moduleRequest.end)), typeOnly: false, names: ['*'] })
  }
  const defaultExport = module.staticExports.some(({ entries }) =>
    entries.some(({ exportName }) => exportName.kind === 'Default' || exportName.name === 'default')
  )
  return { imports: [...imports, ...typeImports(text)], defaultExport, globals: globalsOf(program) }
}
