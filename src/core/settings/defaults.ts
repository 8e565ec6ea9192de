import type { Settings } from '../../shared/model/settings.ts'

/** What a new profile starts with. */
export const defaultSettings: Settings = {
  appearance: { language: 'auto', theme: 'system', zoom: 1, railCollapsed: false },
  chat: { systemPrompt: '', persona: '', temperature: null, maxRounds: 8, maxCalls: 16 },
  memory: {
    enabled: true,
    recallLimit: 8,
    loading: 'auto',
    extraction: 'model',
    profile: true,
    ranking: 'hearth',
    embeddingModel: 'multilingual-e5-small-zh-en',
    modelHub: 'https://huggingface.co'
  },
  compaction: { thresholdTokens: null, keep: 6, maxMessages: 200, fraction: 0.7, model: '' },
  network: {
    offline: false,
    proxy: 'system',
    proxyUrl: '',
    caFile: '',
    connectMs: 10_000,
    firstPayloadRemoteMs: 60_000,
    firstPayloadLocalMs: 180_000,
    idleMs: 60_000,
    toolMs: 30_000,
    turnMs: 600_000,
    retryAfterMaxMs: 30_000
  },
  tools: {
    enabled: ['calculator', 'get_weather', 'save_preference', 'recall_memory', 'memory_search'],
    geocodingUrl: 'https://geocoding-api.open-meteo.com/v1/search',
    forecastUrl: 'https://api.open-meteo.com/v1/forecast'
  }
}
