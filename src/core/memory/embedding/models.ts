import { join } from 'node:path'
import type { EmbeddingModel } from './embedder.ts'

/** A file of a model: its path in the repository and in the model's folder, and what it must be. */
export interface ModelFile {
  readonly path: string
  readonly bytes: number
  /** SHA-256, 64 hex digits. */
  readonly sha256: string
}

/** Where a model is downloaded from: `<hub>/<repository>/resolve/<revision>/<path>`. */
export interface ModelSource {
  readonly repository: string
  /** A commit, never a branch: the checksums below are of its files. */
  readonly revision: string
  readonly files: readonly ModelFile[]
}

/** A model that the product knows. Without a source it is in the box. */
export interface KnownModel extends EmbeddingModel {
  readonly name: string
  readonly licence: string
  /** Bytes of its files. */
  readonly bytes: number
  readonly source: ModelSource | null
}

/**
 * Small and English; Chinese text gets vectors too, of lesser use. Its folder under the models directory has the name of its id.
 * It was trained on pieces of 256 tokens (`max_seq_length` of the published model), though it could read 512.
 */
export const allMiniLmL6V2: KnownModel = {
  id: 'all-MiniLM-L6-v2',
  name: 'all-MiniLM-L6-v2',
  dimensions: 384,
  pooling: 'mean',
  queryPrefix: '',
  passagePrefix: '',
  maxTokens: 256,
  multilingual: false,
  calibration: {
    minCosine: { cjk: 1, latin: 0.25 },
    crossCosine: { cjk: 1, latin: 1 },
    aboveTalk: null,
    weight: { cjk: 0.25, latin: 0.25 },
    sameCosine: 0.92
  },
  licence: 'Apache-2.0',
  bytes: 23_395_828,
  source: null
}

/**
 * Chinese and English: multilingual-e5-small without the vocabulary of other languages (see SOURCE.md in its folder). It could read 512 tokens; in
 * smaller pieces one sentence of a long text is found better.
 */
export const e5SmallZhEn: KnownModel = {
  id: 'multilingual-e5-small-zh-en',
  name: 'multilingual-e5-small (中文, English)',
  dimensions: 384,
  pooling: 'mean',
  queryPrefix: 'query: ',
  passagePrefix: 'passage: ',
  maxTokens: 256,
  multilingual: true,
  calibration: {
    minCosine: { cjk: 0.848, latin: 0.777 },
    crossCosine: { cjk: 0.79, latin: 0.805 },
    aboveTalk: { cjk: 0.03, latin: 0.03 },
    weight: { cjk: 2, latin: 2 },
    sameCosine: 0.97
  },
  licence: 'MIT',
  bytes: 33_410_973,
  source: null
}

/** Fifty languages. Trained on pieces of 128 tokens. */
export const paraphraseMultilingual: KnownModel = {
  id: 'paraphrase-multilingual-MiniLM-L12-v2',
  name: 'paraphrase-multilingual-MiniLM-L12-v2',
  dimensions: 384,
  pooling: 'mean',
  queryPrefix: '',
  passagePrefix: '',
  maxTokens: 128,
  multilingual: true,
  calibration: {
    minCosine: { cjk: 0.4, latin: 0.4 },
    crossCosine: { cjk: 0.4, latin: 0.4 },
    aboveTalk: null,
    weight: { cjk: 1, latin: 1 },
    sameCosine: 0.94
  },
  licence: 'Apache-2.0',
  bytes: 135_392_208,
  source: {
    repository: 'Xenova/paraphrase-multilingual-MiniLM-L12-v2',
    revision: '2c4055b12046f11709e9df2c122e59ffbdc2f900',
    files: [
      { path: 'config.json', bytes: 673, sha256: '05b570bff786faa5c4604152aa16f19f77ed6dfc31e47dd0f3dd987078693ac7' },
      { path: 'tokenizer_config.json', bytes: 496, sha256: '3f5961b9ac86288cccdb97f32fb848d6187c78e1603958c53f3ea1f296b7d8a2' },
      { path: 'tokenizer.json', bytes: 17_082_913, sha256: 'b60b6b43406a48bf3638526314f3d232d97058bc93472ff2de930d43686fa441' },
      { path: 'onnx/model_quantized.onnx', bytes: 118_308_126, sha256: '66fc00f5f29afcaff34092e1bdd20008ca3918265a82fb9695a551e510cc4ebc' }
    ]
  }
}

/** Chinese first; its card gives the query an instruction. */
export const bgeSmallZh: KnownModel = {
  id: 'bge-small-zh-v1.5',
  name: 'bge-small-zh-v1.5 (中文)',
  dimensions: 512,
  pooling: 'cls',
  queryPrefix: '为这个句子生成表示以用于检索相关文章：',
  passagePrefix: '',
  maxTokens: 512,
  multilingual: true,
  calibration: {
    minCosine: { cjk: 0.5, latin: 0.5 },
    crossCosine: { cjk: 0.6, latin: 0.6 },
    aboveTalk: null,
    weight: { cjk: 1, latin: 0.5 },
    sameCosine: 0.95
  },
  licence: 'MIT',
  bytes: 24_451_050,
  source: {
    repository: 'Xenova/bge-small-zh-v1.5',
    revision: '75c43b069aac4d136ba6bc1122f995fedcfd2781',
    files: [
      { path: 'config.json', bytes: 716, sha256: 'd4193ead3a810fd694fa8a31d7fc72fbaebc0668b603e398734bf2f6538ff42f' },
      { path: 'tokenizer_config.json', bytes: 367, sha256: 'e6f3b96db926a37d4039995fbf5ad17de158dfb8f6343d607e4dbaad18d75f5a' },
      { path: 'tokenizer.json', bytes: 439_125, sha256: '48cea5d44424912a6fd1ea647bf4fe50b55ab8b1e5879c3275f80e339e8fae26' },
      { path: 'onnx/model_quantized.onnx', bytes: 24_010_842, sha256: '15b717c382bcb518ba457b93ea6850ede7f4f1cd8937454aa06972366cd19bcc' }
    ]
  }
}

/** All that the product knows; folders that a person adds come beside them. */
export const knownModels: readonly KnownModel[] = [allMiniLmL6V2, e5SmallZhEn, paraphraseMultilingual, bgeSmallZh]

/** The files of a model's folder that embedding reads. */
export const MODEL_FILES = ['config.json', 'tokenizer.json', 'tokenizer_config.json', 'onnx/model_quantized.onnx'] as const

/** SHA-256 by path of a file in the model's folder. */
export type ModelSums = Readonly<Record<string, string>>

/** A model and where its files are on this machine. */
export interface InstalledModel {
  readonly model: EmbeddingModel
  readonly folder: string
  /** What its files must be; null: the folder has a list of its own, `SHA256SUMS`. */
  readonly sums: ModelSums | null
}

/** A model of the box. @param modelsDir the folder that holds one folder per model. */
export function inBox(modelsDir: string, model: KnownModel): InstalledModel {
  return { model, folder: join(modelsDir, model.id), sums: null }
}
