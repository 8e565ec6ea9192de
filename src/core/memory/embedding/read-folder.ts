import { readFile, stat } from 'node:fs/promises'
import { basename, isAbsolute, join } from 'node:path'
import * as z from 'zod'
import { AppError } from '../../kernel/app-error.ts'
import type { EmbeddingModel } from './embedder.ts'
import { MODEL_FILES, type ModelSums } from './models.ts'
import { sumOfFile } from './verify-model.ts'

/** A folder of the person's as a model of the list; its files stay where they are. */
export interface FolderModel extends EmbeddingModel {
  readonly name: string
  readonly folder: string
  readonly bytes: number
  /** What its files were when it was added; changed ones count as damaged. */
  readonly sums: ModelSums
}

/** What a person can say of a folder, beyond what its files say. */
export interface FolderChoices {
  readonly pooling?: 'mean' | 'cls' | undefined
  readonly queryPrefix?: string | undefined
  readonly passagePrefix?: string | undefined
  readonly multilingual?: boolean | undefined
}

const MOST_TOKENS = 512
/** Han characters in the vocabulary of a model that knows Chinese; an English one has a few hundred. */
const CHINESE_FROM = 2_000

const configSchema = z.object({
  hidden_size: z.number().int().min(8).max(8_192),
  max_position_embeddings: z.number().int().min(16).default(MOST_TOKENS),
  model_type: z.string().default('')
})
const tokenizerConfigSchema = z.object({ model_max_length: z.number().min(16).optional().catch(undefined) })
const poolingSchema = z.object({ pooling_mode_cls_token: z.boolean().default(false) })
const sentenceSchema = z.object({ max_seq_length: z.number().int().min(16) })

function invalid(reason: string, file: string): AppError {
  return new AppError('INVALID_INPUT', 'This folder is not an embedding model', { reason, file })
}

async function readJson<T>(folder: string, file: string, schema: z.ZodType<T>): Promise<T> {
  const text = await readFile(join(folder, file), 'utf8').catch(() => {
    throw invalid('absent', file)
  })
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    throw invalid('unreadable', file)
  }
}

async function optional<T>(work: Promise<T>): Promise<T | null> {
  return work.catch(() => null)
}

async function knowsChinese(folder: string): Promise<boolean> {
  const text = await readFile(join(folder, 'tokenizer.json'), 'utf8')
  return new Set(text.match(/\p{Script=Han}/gu)).size >= CHINESE_FROM
}

/** Ids are ASCII, and the same folder with other weights is another model: its vectors mean something else. */
function idOf(folder: string, sums: ModelSums): string {
  const name = basename(folder)
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .slice(0, 60)
  return `${name}-${(sums['onnx/model_quantized.onnx'] ?? '').slice(0, 8)}`
}

/** Positions of these begin at 2. */
const SHIFTED = new Set(['roberta', 'xlm-roberta', 'camembert'])

async function tokensOf(folder: string, config: z.infer<typeof configSchema>): Promise<number> {
  const { model_max_length: tokenizer } = await readJson(folder, 'tokenizer_config.json', tokenizerConfigSchema)
  const sentence = await optional(readJson(folder, 'sentence_bert_config.json', sentenceSchema))
  const positions = config.max_position_embeddings - (SHIFTED.has(config.model_type) ? 2 : 0)
  return Math.min(MOST_TOKENS, positions, tokenizer ?? MOST_TOKENS, sentence?.max_seq_length ?? MOST_TOKENS)
}

/**
 * Describes a folder with the usual four files as a model; what the person does not say is read from its files. Cosines of unknown models are
 * judged carefully until `calibrate` has seen some.
 * @throws AppError `INVALID_INPUT` with `reason` `path`, `absent` or `unreadable` and the `file`
 */
export async function readFolder(folder: string, choices: FolderChoices): Promise<FolderModel> {
  if (!isAbsolute(folder)) throw invalid('path', '')
  const config = await readJson(folder, 'config.json', configSchema)
  const pooling = await optional(readJson(folder, '1_Pooling/config.json', poolingSchema))
  const sums: Record<string, string> = {}
  let bytes = 0
  for (const file of MODEL_FILES) {
    const path = join(folder, file)
    const absent = (): never => {
      throw invalid('absent', file)
    }
    bytes += (await stat(path).catch(absent)).size
    sums[file] = await sumOfFile(path).catch(absent)
  }
  return {
    id: idOf(folder, sums),
    name: basename(folder),
    folder,
    dimensions: config.hidden_size,
    pooling: choices.pooling ?? (pooling?.pooling_mode_cls_token === true ? 'cls' : 'mean'),
    queryPrefix: choices.queryPrefix ?? '',
    passagePrefix: choices.passagePrefix ?? '',
    maxTokens: await tokensOf(folder, config),
    multilingual: choices.multilingual ?? (await knowsChinese(folder)),
    calibration: {
      minCosine: { cjk: 0.5, latin: 0.5 },
      crossCosine: { cjk: 0.5, latin: 0.5 },
      aboveTalk: null,
      weight: { cjk: 1, latin: 1 },
      sameCosine: 0.95
    },
    bytes,
    sums
  }
}
