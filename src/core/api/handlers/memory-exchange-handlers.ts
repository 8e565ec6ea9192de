import type { Settings } from '../../../shared/model/settings.ts'
import type { EmbeddingQueue } from '../../memory/embedding/embedding-queue.ts'
import type { FactContext } from '../../memory/facts/fact-reader.ts'
import { checkExchange } from '../../memory/exchange/check.ts'
import { collectMemory } from '../../memory/exchange/collect.ts'
import { readJson, writeJson } from '../../memory/exchange/json.ts'
import { readMarkdown } from '../../memory/exchange/markdown-read.ts'
import { writeMarkdown } from '../../memory/exchange/markdown.ts'
import { prepareMemory, storeMemory } from '../../memory/exchange/store.ts'
import { exchangeTexts } from '../../memory/exchange/texts.ts'
import type { Handlers } from '../router.ts'

export interface MemoryExchangePorts {
  readonly context: FactContext
  readonly queue: EmbeddingQueue
  readonly settings: () => Settings
  /** Language tag of the system. */
  readonly locale: string
  readonly changed: (what: 'facts' | 'projects' | 'profile') => void
}

/** The language that an exported list is headed in. */
function languageOf({ settings, locale }: MemoryExchangePorts): 'zh' | 'en' {
  const chosen = settings().appearance.language
  if (chosen !== 'auto') return chosen
  return locale.toLowerCase().startsWith('zh') ? 'zh' : 'en'
}

/** Memory as a file: out of this profile, and into it. */
export function memoryExchangeHandlers(ports: MemoryExchangePorts): Pick<Handlers, 'memory.export' | 'memory.import'> {
  return {
    'memory.export': ({ format }) => {
      const memory = collectMemory(ports.context.db)
      return { text: format === 'json' ? writeJson(memory) : writeMarkdown(memory, exchangeTexts[languageOf(ports)]) }
    },
    'memory.import': async ({ format, text }) => {
      const exchange = checkExchange(format === 'json' ? readJson(text) : readMarkdown(text))
      const counts = storeMemory(ports.context, exchange, await prepareMemory(ports.context, exchange))
      ports.queue.kick()
      for (const what of ['facts', 'projects', 'profile'] as const) ports.changed(what)
      return counts
    }
  }
}
