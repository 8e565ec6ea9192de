import type { Destination } from '../../shared/model/privacy.ts'
import type { LlmToolSchema } from '../llm/llm-port.ts'
import { readParameters, type ParameterSchema } from './check-arguments.ts'
import type { ToolDefinition, ToolDependencies } from './tool-definition.ts'
import type { Tool } from './tool.ts'

/** What decides which tools a run may use. */
export interface ToolRun {
  readonly destination: Destination
  readonly memoryEnabled: boolean
}

/** What decides which tools are offered now. */
export interface ToolOffer extends ToolRun {
  /** A long result stands shortened in the context. */
  readonly keptResults: boolean
}

export type FoundTool =
  | { readonly tool: Tool; readonly parameters: ParameterSchema }
  /** `denied`: it exists and this run may not use it. `unknown`: there is no such tool. `text` says so plainly. */
  | { readonly refused: 'denied' | 'unknown'; readonly text: string }

export interface ToolRegistry {
  /** Schemas for the model, in the order of the configuration, and the one for long results when there is one. */
  schemas(offer: ToolOffer): LlmToolSchema[]
  /** The same rule as `schemas`, for execution (what reads long results may always be called: it finds nothing when there is none): a model can call what it was never offered. Never throws. */
  find(name: string, run: ToolRun): FoundTool
  /** True when its results are text from outside, which may change no policy and prove no fact. */
  isForeign(name: string): boolean
  /** Configured names that no tool has. */
  unknownNames(): readonly string[]
}

export interface ToolRegistryOptions {
  readonly definitions: readonly ToolDefinition[]
  /** Tools that are no choice of the person's: offered while a long result is in the context. */
  readonly forKeptResults?: readonly ToolDefinition[]
  /** Names listed in the configuration (`settings.tools.enabled`); read again at every use. */
  readonly enabled: () => readonly string[]
  readonly dependencies: ToolDependencies
}

interface Entry {
  readonly definition: ToolDefinition
  readonly tool: Tool
  readonly parameters: ParameterSchema
  /** True when the configuration decides about it. */
  readonly chosen: boolean
}

function denial({ definition, tool, chosen }: Entry, enabled: readonly string[], run: ToolRun): string | null {
  if (chosen && !enabled.includes(tool.name)) return `The tool ${tool.name} is switched off in the settings.`
  if (definition.needsMemory && !run.memoryEnabled) return `The tool ${tool.name} is not available: memory is switched off.`
  if (tool.network && run.destination === 'local') return `The tool ${tool.name} needs the network and is not available in a local turn.`
  return null
}

/** @throws Error when two definitions share a name or a schema uses what the argument check does not know. */
export function createToolRegistry({ definitions, forKeptResults = [], enabled, dependencies }: ToolRegistryOptions): ToolRegistry {
  const entries = new Map<string, Entry>()
  for (const definition of [...definitions, ...forKeptResults]) {
    if (entries.has(definition.name)) throw new Error(`Two tools are called ${definition.name}`)
    const tool = definition.create(dependencies)
    entries.set(definition.name, {
      definition,
      tool,
      parameters: readParameters(tool.name, tool.parameters),
      chosen: definitions.includes(definition)
    })
  }
  const listed = () => [...new Set(enabled())]
  const allowed = (run: ToolRun) => {
    const names = listed()
    return names.flatMap((name) => {
      const entry = entries.get(name)
      return entry !== undefined && entry.chosen && denial(entry, names, run) === null ? [entry.tool] : []
    })
  }
  const readers = [...entries.values()].flatMap((entry) => (entry.chosen ? [] : [entry.tool]))
  return {
    schemas: (offer) =>
      [...allowed(offer), ...(offer.keptResults ? readers : [])].map(({ name, description, parameters }) => ({
        name,
        description,
        parameters
      })),
    find(name, run) {
      const entry = entries.get(name)
      if (entry === undefined) {
        const names = allowed(run).map((tool) => tool.name)
        // Repeated only when it is a plain name: a model can put anything there.
        const called = /^[\w.-]{1,64}$/.test(name) ? `called ${name}` : 'of that name'
        return { refused: 'unknown', text: `There is no tool ${called}. Available: ${names.join(', ') || 'none'}.` }
      }
      const text = denial(entry, listed(), run)
      return text === null ? { tool: entry.tool, parameters: entry.parameters } : { refused: 'denied', text }
    },
    isForeign: (name) => entries.get(name)?.tool.network ?? false,
    unknownNames: () => listed().filter((name) => !entries.has(name))
  }
}
