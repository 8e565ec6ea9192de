// Must stay the first import: it silences telemetry of native libraries before any of them is loaded.
import '../core/host/silence-telemetry.ts'
import { keepCompiledCode } from './compile-cache.ts'

keepCompiledCode()
// Loaded only now, so that it comes from the cache.
const { chatHere } = await import('./terminal-chat.ts')
process.exit(await chatHere())
