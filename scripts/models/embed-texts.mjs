// Reads lines of text, writes one JSON line each: { text, pieces, vector }, as the app computes them. For check_e5.py.
//   node embed-texts.mjs ../../resources/models multilingual-e5-small-zh-en < check-texts.txt > computed.jsonl
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadModel } from '../../src/core/memory/embedding/load-model.ts'
import { knownModels } from '../../src/core/memory/embedding/models.ts'

const [folder, id] = process.argv.slice(2)
const model = knownModels.find((known) => known.id === id)
if (folder === undefined || model === undefined) throw new Error('usage: embed-texts.mjs <folder of models> <id>')
const loaded = await loadModel(join(folder, model.id), model)
const vocabulary = JSON.parse(readFileSync(join(folder, model.id, 'tokenizer.json'), 'utf8')).model.vocab
for (const text of readFileSync(0, 'utf8').split('\n').filter(Boolean)) {
  const ids = loaded.tokenize([model.passagePrefix + text])
  const [vector] = await loaded.embedTokens(ids)
  console.log(JSON.stringify({ text, pieces: ids[0].map((number) => vocabulary[number][0]), vector: [...vector] }))
}
process.exit(0)
