import type { Settings } from '../../shared/model/settings.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Gate } from '../privacy/gate.ts'
import type { Tool, ToolMemory, ToolResults } from './tool.ts'

/** What a tool may be given. Each takes what it needs and leaves the rest. */
export interface ToolDependencies {
  /** Null when memory is not there; memory tools then answer with an error text. */
  readonly memory: ToolMemory | null
  readonly results: ToolResults
  readonly fetchFor: Gate['fetchFor']
  readonly settings: () => Settings
  readonly clock: Clock
}

/** One tool: one file that exports this, and one entry in `definitions.ts`. */
export interface ToolDefinition {
  readonly name: string
  /** Left out of runs for which memory is switched off. */
  readonly needsMemory: boolean
  create(dependencies: ToolDependencies): Tool
}
