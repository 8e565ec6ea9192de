import { useState } from 'react'
import { Ban, Brain, Calculator, Check, CircleAlert, CloudSun, NotebookPen, Wrench, type LucideIcon } from 'lucide-react'
import { useTexts } from '../../i18n/messages.ts'
import { Disclosure } from '../../ui/bits.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import type { CallView } from './rows.ts'
import { shortArgument } from './short-argument.ts'
import styles from './transcript.module.css'

const ICONS: Readonly<Record<string, LucideIcon>> = {
  calculator: Calculator,
  get_weather: CloudSun,
  save_preference: NotebookPen,
  recall_memory: Brain
}

function Outcome({ call }: { readonly call: CallView }) {
  const texts = useTexts().chat.tool.outcomes
  if (call.outcome === null) return <Spinner label={texts.running} />
  const Icon = { ok: Check, error: CircleAlert, denied: Ban, skipped: Ban }[call.outcome]
  return (
    <span className={styles[call.outcome === 'ok' ? 'outcome' : 'outcome-bad']}>
      <Icon aria-hidden />
      {texts[call.outcome]}
    </span>
  )
}

/** A tool call: what and with what in one line; the exact arguments and the exact result when it is unfolded. */
export function ToolLine({ call }: { readonly call: CallView }) {
  const texts = useTexts().chat.tool
  const [open, setOpen] = useState(false)
  const Icon = ICONS[call.name] ?? Wrench
  const short = shortArgument(call.args)
  return (
    <Disclosure
      className={styles['tool']}
      open={open}
      onToggle={setOpen}
      summary={
        <span className={styles['line']}>
          <Icon aria-hidden />
          <span className={styles['tool-name']}>{texts.names[call.name] ?? call.name}</span>
          {short !== '' && <span className={styles['tool-short']}>{short}</span>}
          <Outcome call={call} />
        </span>
      }
    >
      {open && (
        <dl className={styles['tool-detail']}>
          <dt>{texts.args}</dt>
          <dd>{call.args.trim() === '' ? texts.noArgs : <pre tabIndex={0}>{call.args}</pre>}</dd>
          <dt>{texts.result}</dt>
          <dd>{(call.result ?? call.preview ?? '') === '' ? texts.noResult : <pre tabIndex={0}>{call.result ?? call.preview}</pre>}</dd>
        </dl>
      )}
    </Disclosure>
  )
}
