import { useId, useMemo, type ReactNode } from 'react'
import { ArrowUpRight, Copy } from 'lucide-react'
import type { Receipt } from '../../../shared/model/receipt.ts'
import { useRouter } from '../../app/router.ts'
import { useRoute } from '../../bridge/use-route.ts'
import { useFormat } from '../../i18n/format.ts'
import { useCatalogue } from '../../i18n/language.ts'
import { receiptsText } from '../../i18n/pages/receipts-text.ts'
import { Button, Dialog, showToast } from '../../ui/index.ts'
import { carried } from './receipt-days.ts'
import { prettyJson } from './pretty-json.ts'
import { OutcomeChip } from './receipt-outcome.tsx'
import styles from './receipt-letter.module.css'

function Part({ title, hint, children }: { readonly title: string; readonly hint?: string; readonly children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={styles['part']}>
      <h3 id={id}>{title}</h3>
      {hint !== undefined && <p className={styles['muted']}>{hint}</p>}
      {children}
    </section>
  )
}

function SentFact({ factId }: { readonly factId: string }) {
  const texts = useCatalogue(receiptsText)
  const openFact = useRouter((state) => state.openFact)
  const { value, loading } = useRoute('memory.get', { factId })
  if (value === undefined) return <li className={styles['muted']}>{loading ? '…' : texts.factForgotten}</li>
  return (
    <li>
      <button type="button" className={styles['fact']} onClick={() => openFact(factId)}>
        {value.text}
      </button>
    </li>
  )
}

function Envelope({ receipt }: { readonly receipt: Receipt }) {
  const texts = useCatalogue(receiptsText)
  const format = useFormat()
  const answered = receipt.status === null ? '' : texts.status(receipt.status)
  return (
    <dl className={styles['envelope']}>
      <dt>{texts.to}</dt>
      <dd className={styles['to']}>{receipt.host}</dd>
      <dt>{texts.when}</dt>
      <dd>{format.dateTime(receipt.at)}</dd>
      <dt>{texts.why}</dt>
      <dd>{texts.purpose[receipt.purpose]}</dd>
      <dt>{texts.result}</dt>
      <dd>
        <span className={styles['result']}>
          <OutcomeChip receipt={receipt} />
          {answered}
        </span>
        <span className={styles['muted']}>{texts.outcomeMeans[receipt.outcome]}</span>
      </dd>
      <dt>{texts.size}</dt>
      <dd>{format.bytes(carried(receipt))}</dd>
      <dt>{texts.request}</dt>
      <dd className={styles['code']}>
        {receipt.method} {receipt.path}
      </dd>
    </dl>
  )
}

function Body({ body }: { readonly body: string }) {
  const texts = useCatalogue(receiptsText)
  const pretty = useMemo(() => prettyJson(body), [body])
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(body)
    showToast({ text: texts.copied })
  }
  if (body === '') return <p className={styles['muted']}>{texts.bodyNone}</p>
  return (
    <>
      <Button size="small" icon={Copy} onClick={() => void copy()}>
        {texts.copyBody}
      </Button>
      <pre className={styles['body']} tabIndex={0} role="group" aria-label={texts.body}>
        {pretty}
      </pre>
    </>
  )
}

/** One receipt, read from top to bottom like a letter. */
export function ReceiptLetter({ receipt, onClose }: { readonly receipt: Receipt; readonly onClose: () => void }) {
  const texts = useCatalogue(receiptsText)
  const openConversation = useRouter((state) => state.openConversation)
  const { conversationId } = receipt
  const headers = Object.entries(receipt.headers)
  return (
    <Dialog
      title={texts.letter}
      size="wide"
      onClose={onClose}
      {...(conversationId === null
        ? {}
        : {
            footer: (
              <Button icon={ArrowUpRight} onClick={() => openConversation(conversationId)}>
                {texts.toConversation}
              </Button>
            )
          })}
    >
      <Envelope receipt={receipt} />
      <Part title={texts.facts}>
        {receipt.factIds.length === 0 ? (
          <p className={styles['muted']}>{texts.factsNone}</p>
        ) : (
          <ul className={styles['list']}>
            {receipt.factIds.map((factId) => (
              <SentFact key={factId} factId={factId} />
            ))}
          </ul>
        )}
      </Part>
      <Part title={texts.whatMasked}>
        {receipt.masked.length === 0 ? (
          <p className={styles['muted']}>{texts.maskedNone}</p>
        ) : (
          <ul className={styles['list']}>
            {receipt.masked.map(({ kind, count }) => (
              <li key={kind}>{texts.maskedTimes(kind, count)}</li>
            ))}
          </ul>
        )}
      </Part>
      <Part title={texts.headers} hint={texts.headersHint}>
        <dl className={styles['headers']}>
          {headers.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </Part>
      <Part title={texts.body}>
        <Body body={receipt.body} />
      </Part>
    </Dialog>
  )
}
