import { createClock } from '../../../src/core/kernel/clock.ts'
import { defaultSettings } from '../../../src/core/settings/defaults.ts'
import type { ToolDefinition, ToolDependencies } from '../../../src/core/tools/tool-definition.ts'
import type { Tool, ToolContext } from '../../../src/core/tools/tool.ts'
import type { GateFetch } from '../../../src/core/privacy/gate.ts'

/** A run that asks remotely, with a Chinese user message. */
export function contextOf(changes: Partial<ToolContext> = {}): ToolContext {
  return {
    conversationId: 'conversation_1',
    turnId: 'turn_1',
    projectId: null,
    destination: 'remote',
    signal: new AbortController().signal,
    userMessage: { messageId: 'message_1', text: '你好', privacy: 'open' },
    origins: new Set(['user']),
    resultBytes: 65_536,
    ...changes
  }
}

export function dependenciesOf(changes: Partial<ToolDependencies> = {}): ToolDependencies {
  const noNetwork: GateFetch = () => Promise.reject(new Error('this test opens no connection'))
  return {
    memory: null,
    results: { find: () => null },
    fetchFor: () => noNetwork,
    settings: () => defaultSettings,
    clock: createClock(),
    ...changes
  }
}

/** A tool of a test's own, with one optional text argument. */
export function definitionOf(changes: Partial<Tool> & Pick<Tool, 'name' | 'execute'>): ToolDefinition {
  const tool: Tool = {
    description: 'A tool of a test.',
    parameters: { type: 'object', properties: { word: { type: 'string' } } },
    network: false,
    readOnly: true,
    ...changes
  }
  return { name: tool.name, needsMemory: false, create: () => tool }
}
