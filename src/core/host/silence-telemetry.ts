import { isMainThread } from 'node:worker_threads'

/**
 * The inference library (onnxruntime, from 1.29 on) writes a device id under the home folder and sends usage reports unless
 * ORT_DISABLE_TELEMETRY is set in the environment of the *process*. A worker's `process.env` is a copy that native code never sees,
 * so this must happen on the main thread before any worker starts. In a worker it does nothing, so as not to feign silence.
 *
 * Importing this file is enough. Make it the first import of an entry file: modules run in the order of their imports, each one whole
 * before the next, so nothing else of the program has run by then. It imports nothing of the program itself.
 */
export function silenceTelemetry(): void {
  if (isMainThread) process.env['ORT_DISABLE_TELEMETRY'] = '1'
}

/** True when telemetry is off. In a worker this reads the copy made at its start, which tells what the main thread had set. */
export function telemetryIsSilent(): boolean {
  return process.env['ORT_DISABLE_TELEMETRY'] === '1'
}

silenceTelemetry()
