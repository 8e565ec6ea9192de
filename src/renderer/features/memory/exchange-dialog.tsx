import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Download, ShieldAlert, Upload } from 'lucide-react'
import { call } from '../../bridge/call.ts'
import { useErrorText } from '../../i18n/errors.ts'
import { useCatalogue } from '../../i18n/language.ts'
import { careText } from '../../i18n/pages/memory-care-text.ts'
import { Button, Dialog, Segmented } from '../../ui/index.ts'
import { exportName, formatOfFile, localDay, type ExchangeFormat } from './exchange.ts'
import styles from './exchange-dialog.module.css'

/** How it went, in a sentence. */
interface Outcome {
  readonly text: string
  readonly failed: boolean
}

const said = (text: string): Outcome => ({ text, failed: false })
const failedWith = (text: string): Outcome => ({ text, failed: true })

function useExchange() {
  const care = useCatalogue(careText)
  const errorText = useErrorText()
  const save = async (format: ExchangeFormat): Promise<Outcome> => {
    const made = await call('memory.export', { format })
    if (!made.ok) return failedWith(errorText(made.error))
    const saved = await call('shell.saveFile', { name: exportName(care.fileName, localDay(Date.now()), format), text: made.value.text })
    if (!saved.ok) return failedWith(errorText(saved.error))
    return said(saved.value.path === null ? care.exportNone : care.exported(saved.value.path))
  }
  const load = async (): Promise<Outcome> => {
    const chosen = await call('shell.openFile', { kind: 'memory' })
    if (!chosen.ok) return failedWith(errorText(chosen.error))
    if (chosen.value === null) return said(care.importNone)
    const { name, text } = chosen.value
    const result = text === '' ? null : await call('memory.import', { format: formatOfFile(name, text), text })
    if (result?.ok === true) return said(care.imported(result.value.added, result.value.known))
    return failedWith(result === null || result.error.code === 'INVALID_INPUT' ? care.importBad : errorText(result.error))
  }
  return { save, load }
}

interface HalfProps {
  readonly id: string
  readonly title: string
  readonly lead: string
  readonly outcome: Outcome | null
  readonly children: ReactNode
}

function Half({ id, title, lead, outcome, children }: HalfProps) {
  return (
    <section aria-labelledby={id} className={styles['half']}>
      <h3 id={id}>{title}</h3>
      <p className={styles['muted']}>{lead}</p>
      {children}
      <p role="status" className={outcome?.failed === true ? styles['failed'] : styles['outcome']}>
        {outcome?.text}
      </p>
    </section>
  )
}

/** Memory as a file, out and in, with a sentence about how it went. */
export function ExchangeDialog({ onClose }: { readonly onClose: () => void }) {
  const care = useCatalogue(careText)
  const { save, load } = useExchange()
  const [format, setFormat] = useState<ExchangeFormat>('json')
  const [busy, setBusy] = useState<'export' | 'import' | null>(null)
  const [outcome, setOutcome] = useState<{ readonly export: Outcome | null; readonly import: Outcome | null }>({
    export: null,
    import: null
  })

  const pressed = useRef<Element | null>(null)
  useEffect(() => {
    // A button that is busy loses the focus; it gets it back.
    const button = pressed.current
    if (busy === null && button instanceof HTMLElement && document.activeElement === document.body) button.focus()
  }, [busy])

  const run = async (what: 'export' | 'import', work: () => Promise<Outcome>): Promise<void> => {
    pressed.current = document.activeElement
    setBusy(what)
    setOutcome({ export: null, import: null })
    const result = await work()
    setBusy(null)
    setOutcome({ export: null, import: null, [what]: result })
  }

  return (
    <Dialog
      title={care.exchangeTitle}
      onClose={onClose}
      footer={
        <Button tone="quiet" onClick={onClose}>
          {care.done}
        </Button>
      }
    >
      <Half id="export-half" title={care.exportTitle} lead={care.exportLead} outcome={outcome.export}>
        <p className={styles['warning']}>
          <ShieldAlert aria-hidden />
          <span>{care.exportWarning}</span>
        </p>
        <div>
          <Segmented
            label={care.exportFormat}
            value={format}
            onValue={setFormat}
            options={(['json', 'markdown'] as const).map((value) => ({ value, label: care.formats[value] }))}
          />
          <p className={styles['muted']}>{care.formatMeans[format]}</p>
        </div>
        <Button icon={Download} busy={busy === 'export'} disabled={busy !== null} onClick={() => void run('export', () => save(format))}>
          {care.exportGo}
        </Button>
      </Half>
      <Half id="import-half" title={care.importTitle} lead={care.importLead} outcome={outcome.import}>
        <Button icon={Upload} busy={busy === 'import'} disabled={busy !== null} onClick={() => void run('import', load)}>
          {care.importGo}
        </Button>
      </Half>
    </Dialog>
  )
}
