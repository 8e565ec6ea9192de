import { calculator } from './calculator.ts'
import { getWeather } from './get-weather.ts'
import { readResult } from './read-result.ts'
import { memorySearch } from './memory-search.ts'
import { recallMemory } from './recall-memory.ts'
import { savePreference } from './save-preference.ts'
import type { ToolDefinition } from './tool-definition.ts'

/** Every tool of the product. Which of them a profile uses is configuration. */
export const toolDefinitions: readonly ToolDefinition[] = [calculator, getWeather, savePreference, recallMemory, memorySearch]

/** Offered by themselves while a shortened result is in the context. */
export const resultTools: readonly ToolDefinition[] = [readResult]
