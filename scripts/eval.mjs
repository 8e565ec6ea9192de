// `npm run eval [-- suite …] [--model ID] [--misses FILE]`: measures what memory finds, and what it rightly does not, with the product's own
// write and search; no network. JSON lines on stdout, tables and targets on stderr. Data that is not the project's own is read from the
// folder in HEARTH_EVAL_DATA: without it such suites are skipped, with it a suite that cannot run is an error.
import { defaultSettings } from '../src/core/settings/defaults.ts'
import { modelNamed, runSuites, suites } from '../tests/eval/run.ts'

function readArguments(args) {
  const options = { only: [], model: defaultSettings.memory.embeddingModel, misses: undefined }
  for (let index = 0; index < args.length; index += 1) {
    if (args[index] === '--model') options.model = args[(index += 1)] ?? ''
    else if (args[index] === '--misses') options.misses = args[(index += 1)] ?? ''
    else options.only.push(args[index])
  }
  if (options.only.length === 0) options.only = Object.keys(suites)
  const wrong = options.only.some((name) => suites[name] === undefined) || modelNamed(options.model) === null || options.misses === ''
  if (!wrong) return options
  console.error(`usage: npm run eval -- [${Object.keys(suites).join('|')} …] [--model ID] [--misses FILE]`)
  process.exit(2)
}

const { report, complete } = await runSuites({
  ...readArguments(process.argv.slice(2)),
  print: (line) => console.log(JSON.stringify(line))
})
console.error(`\n${report}`)
process.exit(complete ? 0 : 1)
