import type { RouteInput } from '../../../../shared/ipc/contract.ts'
import { useRoute } from '../../../bridge/use-route.ts'
import { useErrorText } from '../../../i18n/errors.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useTexts } from '../../../i18n/messages.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { FactText } from '../fact-text.tsx'
import styles from './composer.module.css'

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

/** The request that this text would make, before anything happens. */
export function PreviewDialog({ input, onClose }: { readonly input: RouteInput<'turn.preview'>; readonly onClose: () => void }) {
  const texts = useTexts().chat
  const format = useFormat()
  const errorText = useErrorText()
  const preview = useRoute('turn.preview', input, { keep: false })
  const { value } = preview
  const host = value?.host ?? ''
  return (
    <Dialog title={texts.preview.title} onClose={onClose} size="wide">
      {preview.error !== null && <p>{errorText(preview.error)}</p>}
      {value === undefined && preview.error === null && <Spinner />}
      {value !== undefined && (
        <div className={styles['preview']}>
          <p className={styles['preview-lead']}>
            {value.body === '' && (value.refused === undefined ? texts.preview.nothing : errorText(value.refused))}
            {value.body !== '' &&
              (value.destination === 'local' ? texts.preview.local(host) : texts.preview.remote(format.bytes(value.bytes), host))}
            {value.factIds.length > 0 && ` ${format.plural(value.factIds.length, texts.preview.facts)}`}
          </p>
          {value.factIds.length > 0 && (
            <ul className={styles['preview-facts']}>
              {value.factIds.map((factId) => (
                <li key={factId}>
                  <FactText factId={factId} />
                </li>
              ))}
            </ul>
          )}
          {value.body !== '' && (
            <section aria-label={texts.preview.body}>
              <pre tabIndex={0}>{pretty(value.body)}</pre>
            </section>
          )}
        </div>
      )}
    </Dialog>
  )
}
