import { expect, test } from 'vitest'
import type { LlmRequest } from '../../../src/core/llm/llm-port.ts'
import { chatBody } from '../../../src/core/llm/request-body.ts'
import type { PresetId } from '../../../src/shared/model/provider.ts'

const request: LlmRequest = {
  messages: [{ role: 'user', content: 'JSON please' }],
  jsonSchema: { name: 'facts', schema: { type: 'object' } },
  purpose: 'extraction',
  conversationId: null,
  turnId: null,
  factIds: [],
  runtimeText: []
}
const formatFor = (preset: PresetId, asked = request): unknown => chatBody(asked, { preset, model: 'm', echo: 'never' }).response_format

test('a provider that knows schemas gets the schema, one that knows JSON is asked for JSON, any other gets a plain request', () => {
  expect(formatFor('openai')).toEqual({ type: 'json_schema', json_schema: { name: 'facts', strict: true, schema: { type: 'object' } } })
  expect(formatFor('ollama')).toMatchObject({ type: 'json_schema' })
  expect(formatFor('deepseek')).toEqual({ type: 'json_object' })
  expect(formatFor('custom')).toBeUndefined()
})

test('an ordinary request asks for no format', () => {
  const { jsonSchema: _, ...plain } = request
  expect(formatFor('openai', plain)).toBeUndefined()
})
