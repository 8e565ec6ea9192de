import { useState } from 'react'
import { Ban, Brain, Calculator, Check, CircleAlert, CloudSun, FileText, NotebookPen, Wrench, type LucideIcon } from 'lucide-react'
import { act } from '../../app/act.ts'
import { useFormat } from '../../i18n/format.ts'
import { useTexts } from '../../i18n/messages.ts'
import { Disclosure } from '../../ui/bits.tsx'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import type { CallView } from './rows.ts'
import { shortArgument } from './short-argument.ts'
import styles from './transcript.module.css'

/** Characters of a result that the window shows. */
const MOST_SHOWN = 200_000

const ICONS: Readonly<Record<string, LucideIcon>> = {
  calculator: Calculator,
  get_weather: CloudSun,
  save_preference: NotebookPen,
  recall_memory: Brain,
  memory_search: Brain,
  read_result: FileText
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

/** The result as the model saw it; one that was cut can be read whole. */
function Result({ call }: { readonly call: CallView }) {
  const texts = useTexts().chat.tool
  const format = useFormat()
  const [whole, setWhole] = useState<string | null>(null)
  const read = async (messageId: string, length: number): Promise<void> => {
    const part = await act('messages.result', { messageId, limit: Math.min(length, MOST_SHOWN) })
    if (part !== null) setWhole(part.text)
  }
  return (
    <>
      <pre tabIndex={0}>{whole ?? call.result ?? call.preview}</pre>
      {call.whole !== null && whole === null && (
        <p className={styles['note-body']}>
          {texts.cut(format.number(call.whole.length))}
          <Button size="small" tone="quiet" onClick={() => call.whole !== null && void read(call.whole.messageId, call.whole.length)}>
            {texts.more}
          </Button>
        </p>
      )}
    </>
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
          <dd>{(call.result ?? call.preview ?? '') === '' ? texts.noResult : <Result call={call} />}</dd>
        </dl>
      )}
    </Disclosure>
  )
}
