import { createHmac } from 'node:crypto'
import type { FactScope } from '../../../shared/model/memory.ts'
import { normalise } from '../text/segment.ts'

/** Where a fact holds. Scope is part of identity: the same text in two projects is two facts. */
export interface FactNamespace {
  readonly scope: FactScope
  readonly projectId: string | null
  readonly threadId: string | null
}

export const userNamespace: FactNamespace = { scope: 'user', projectId: null, threadId: null }

/** A namespace as one word, for vector filters and ids: `user`, `project:<id>`, `thread:<id>`. */
export function namespaceName(namespace: FactNamespace): string {
  switch (namespace.scope) {
    case 'user':
      return 'user'
    case 'project':
      return `project:${namespace.projectId ?? ''}`
    case 'thread':
      return `thread:${namespace.threadId ?? ''}`
  }
}

/**
 * The id of a fact: HMAC-SHA256 of namespace and normalised text with a key of the profile, 20 bytes in hex (a plain hash could
 * be guessed by trying texts). The same sentence twice is one fact, in every process that has the profile's key.
 */
export function factIdOf(key: Uint8Array, namespace: FactNamespace, text: string): string {
  const digest = createHmac('sha256', key).update(namespaceName(namespace)).update('\0').update(normalise(text)).digest('hex')
  return `fact_${digest.slice(0, 40)}`
}

/** The namespace that a draft names: a project's when it has one, else the person's. */
export function namespaceOf(draft: { readonly scope?: FactScope | undefined; readonly projectId?: string | undefined }): FactNamespace {
  const scope = draft.scope ?? (draft.projectId === undefined ? 'user' : 'project')
  return { scope, projectId: scope === 'project' ? (draft.projectId ?? null) : null, threadId: null }
}
