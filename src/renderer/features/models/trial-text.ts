import type { ErrorData } from '../../../shared/model/errors.ts'
import type { ModelsText } from '../../i18n/pages/models-text.ts'

/** What a failed connection test means for address and key; null where the general sentence for the code says it as well. */
export function trialText(error: ErrorData, texts: ModelsText): string | null {
  const { host, status } = error.data ?? {}
  const where = typeof host === 'string' && host !== '' ? host : texts.thisHost
  const code = typeof status === 'number' ? ` (${status})` : ''
  switch (error.code) {
    case 'PROVIDER_AUTH':
    case 'PROVIDER_QUOTA':
    case 'PROVIDER_RATE':
    case 'PROVIDER_DOWN':
    case 'PROVIDER_BAD_REPLY':
      return texts.testFailed[error.code](where, code)
    default:
      return null
  }
}
