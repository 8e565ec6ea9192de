import type { PresetId } from '../../shared/model/provider.ts'

/** How a provider wants the reasoning of earlier assistant messages: sent back with tool calls, always, or never. */
export type ReasoningEcho = 'never' | 'with-tool-calls' | 'always'

/** What a provider can be asked for: an answer by a schema, any JSON object, or nobody knows. */
export type JsonAnswers = 'schema' | 'object' | 'unknown'

export interface ProviderPreset {
  readonly preset: PresetId
  readonly name: string
  readonly baseUrl: string
  /** Default model; empty means it is chosen from the list that the server gives. */
  readonly model: string
  /** Name of the environment variable that may hold the key. */
  readonly keyEnv: string | null
  readonly needsKey: boolean
  /** Page where a person gets a key. */
  readonly keyUrl: string | null
  /** Tokens; a cautious figure for the default model. */
  readonly contextWindow: number
  readonly reasoningEcho: ReasoningEcho
  readonly jsonAnswers: JsonAnswers
}

/** Providers are data: a new one is an entry here, and nothing else. */
export const presets: readonly ProviderPreset[] = [
  {
    preset: 'deepseek',
    name: 'DeepSeek',
    baseUrl: 'https://api.deepseek.com',
    model: 'deepseek-v4-flash',
    keyEnv: 'DEEPSEEK_API_KEY',
    needsKey: true,
    keyUrl: 'https://platform.deepseek.com/api_keys',
    contextWindow: 64_000,
    reasoningEcho: 'with-tool-calls',
    jsonAnswers: 'object'
  },
  {
    preset: 'moonshot',
    name: 'Kimi (Moonshot)',
    baseUrl: 'https://api.moonshot.cn/v1',
    model: 'kimi-k2.6',
    keyEnv: 'MOONSHOT_API_KEY',
    needsKey: true,
    keyUrl: 'https://platform.moonshot.cn/console/api-keys',
    contextWindow: 128_000,
    reasoningEcho: 'with-tool-calls',
    jsonAnswers: 'object'
  },
  {
    preset: 'openai',
    name: 'OpenAI',
    baseUrl: 'https://api.openai.com/v1',
    model: 'gpt-4.1-mini',
    keyEnv: 'OPENAI_API_KEY',
    needsKey: true,
    keyUrl: 'https://platform.openai.com/api-keys',
    contextWindow: 128_000,
    reasoningEcho: 'never',
    jsonAnswers: 'schema'
  },
  {
    preset: 'qwen',
    name: 'Qwen',
    baseUrl: 'https://dashscope.aliyuncs.com/compatible-mode/v1',
    model: 'qwen-plus',
    keyEnv: 'DASHSCOPE_API_KEY',
    needsKey: true,
    keyUrl: 'https://bailian.console.aliyun.com/',
    contextWindow: 128_000,
    reasoningEcho: 'never',
    jsonAnswers: 'object'
  },
  {
    preset: 'openrouter',
    name: 'OpenRouter',
    baseUrl: 'https://openrouter.ai/api/v1',
    model: '',
    keyEnv: 'OPENROUTER_API_KEY',
    needsKey: true,
    keyUrl: 'https://openrouter.ai/keys',
    contextWindow: 64_000,
    reasoningEcho: 'never',
    jsonAnswers: 'schema'
  },
  {
    preset: 'ollama',
    name: 'Ollama',
    baseUrl: 'http://127.0.0.1:11434/v1',
    model: '',
    keyEnv: null,
    needsKey: false,
    keyUrl: null,
    contextWindow: 4_096,
    reasoningEcho: 'never',
    jsonAnswers: 'schema'
  },
  {
    preset: 'lmstudio',
    name: 'LM Studio',
    baseUrl: 'http://127.0.0.1:1234/v1',
    model: '',
    keyEnv: null,
    needsKey: false,
    keyUrl: null,
    contextWindow: 4_096,
    reasoningEcho: 'never',
    jsonAnswers: 'schema'
  },
  {
    preset: 'custom',
    name: '',
    baseUrl: '',
    model: '',
    keyEnv: null,
    needsKey: false,
    keyUrl: null,
    contextWindow: 16_000,
    reasoningEcho: 'never',
    jsonAnswers: 'unknown'
  }
]

export function presetOf(id: PresetId): ProviderPreset {
  const found = presets.find((preset) => preset.preset === id)
  if (found === undefined) throw new TypeError(`no preset ${id}`)
  return found
}
