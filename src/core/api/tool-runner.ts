import type { Destination } from '../../shared/model/privacy.ts'
import type { ToolRunner } from '../agent/turn-ports.ts'
import { executeCall } from '../tools/executor.ts'
import { createToolRegistry } from '../tools/registry.ts'
import type { ToolDefinition, ToolDependencies } from '../tools/tool-definition.ts'

/** Each way of loading memory has exactly one tool that reads it; this is the other one's. */
const OTHER_READER = { auto: 'memory_search', tool: 'recall_memory' } as const

/** The registry and the executor as the loop sees them, for one run. */
export function createToolRunner(options: {
  readonly definitions: readonly ToolDefinition[]
  readonly forKeptResults: readonly ToolDefinition[]
  readonly dependencies: ToolDependencies
}): (run: { readonly destination: Destination; readonly memoryEnabled: boolean }) => ToolRunner {
  const { definitions, forKeptResults, dependencies } = options
  const enabled = (): readonly string[] => {
    const { tools, memory } = dependencies.settings()
    return tools.enabled.filter((name) => name !== OTHER_READER[memory.loading])
  }
  const registry = createToolRegistry({ definitions, forKeptResults, dependencies, enabled })
  return (run) => ({
    schemas: ({ keptResults }) => registry.schemas({ ...run, keptResults }),
    isForeign: (name) => registry.isForeign(name),
    execute: (call, context) =>
      executeCall(registry, call, context, { memoryEnabled: run.memoryEnabled, toolMs: dependencies.settings().network.toolMs })
  })
}
