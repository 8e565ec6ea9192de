import { X } from 'lucide-react'
import type { Receipt } from '../../../shared/model/receipt.ts'
import { useRouter } from '../../app/router.ts'
import { useRoute } from '../../bridge/use-route.ts'
import { useFormat } from '../../i18n/format.ts'
import { useTexts } from '../../i18n/messages.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { useDrawer } from './drawer-store.ts'
import type { AnswerView } from './rows.ts'
import { useConversation } from './use-conversation.ts'
import styles from './drawer.module.css'

function FactEntry({ factId }: { readonly factId: string }) {
  const texts = useTexts().chat.drawer
  const format = useFormat()
  const fact = useRoute('memory.get', { factId })
  if (fact.error !== null) return <li className={styles['muted']}>{texts.gone}</li>
  if (fact.value === undefined) return <li />
  return (
    <li>
      <button type="button" className={styles['entry']} onClick={() => useRouter.getState().openFact(factId)}>
        <span>{fact.value.text}</span>
        <span className={styles['muted']}>{texts.since(format.date(fact.value.createdAt))}</span>
      </button>
    </li>
  )
}

function FactEntries({ factIds }: { readonly factIds: readonly string[] }) {
  return (
    <ul role="list">
      {factIds.map((factId) => (
        <FactEntry key={factId} factId={factId} />
      ))}
    </ul>
  )
}

function ReceiptEntry({ receipt }: { readonly receipt: Receipt }) {
  const { drawer: texts, foot } = useTexts().chat
  const format = useFormat()
  const masked = receipt.masked.reduce((sum, mask) => sum + mask.count, 0)
  return (
    <li className={styles['receipt']}>
      <span className={styles['host']}>{receipt.host}</span>
      <span className={styles['muted']}>
        {format.bytes(receipt.bytes)} · {format.time(receipt.at)}
        {receipt.outcome !== 'sent' && ` · ${texts[receipt.outcome]}`}
      </span>
      {masked > 0 && <span className={styles['muted']}>{format.plural(masked, foot.masked)}</span>}
      <Button size="small" tone="quiet" onClick={() => useRouter.getState().openReceipt(receipt.receiptId)}>
        {texts.openReceipt}
      </Button>
    </li>
  )
}

function Details({ answer }: { readonly answer: AnswerView }) {
  const texts = useTexts().chat.drawer
  const receipts = useRoute('privacy.receipts', answer.turnId === null ? null : { turnId: answer.turnId, limit: 50 }).value ?? []
  const left = receipts.filter((receipt) => receipt.destination === 'remote')
  const throughProfile = [...new Set(receipts.flatMap((receipt) => receipt.factIds))].filter((id) => !answer.factIds.includes(id))
  return (
    <>
      <section>
        <h3>{texts.memory}</h3>
        {answer.factIds.length === 0 ? (
          <p className={styles['muted']}>{throughProfile.length === 0 ? texts.noMemory : texts.profileAlone}</p>
        ) : (
          <FactEntries factIds={answer.factIds} />
        )}
        {throughProfile.length > 0 && (
          <>
            <h4 className={styles['muted']}>{texts.throughProfile}</h4>
            <FactEntries factIds={throughProfile} />
          </>
        )}
      </section>
      <section>
        <h3>{texts.left}</h3>
        {left.length === 0 ? (
          <p className={styles['muted']}>{texts.nothingLeft}</p>
        ) : (
          <ul role="list">
            {left.map((receipt) => (
              <ReceiptEntry key={receipt.receiptId} receipt={receipt} />
            ))}
          </ul>
        )}
      </section>
    </>
  )
}

/** Memory used and what left this machine, for the chosen turn or the newest one. */
export function Drawer() {
  const texts = useTexts()
  const conversationId = useRouter((state) => state.conversationId)
  const { turnId, setOpen } = useDrawer()
  const { rows } = useConversation(conversationId)
  const answers = rows.flatMap((row) => (row.kind === 'answer' ? [row.answer] : []))
  const answer = answers.find((each) => each.turnId === turnId) ?? answers.at(-1)
  return (
    <aside aria-label={texts.chat.drawer.name} className={styles['drawer']}>
      <header className={styles['head']}>
        <h2>{texts.chat.drawer.name}</h2>
        <IconButton size="small" label={texts.title.closeDrawer} icon={X} onClick={() => setOpen(false)} />
      </header>
      <div className={styles['body']}>
        {answer === undefined ? (
          <p className={styles['muted']}>{texts.chat.drawer.none}</p>
        ) : (
          <Details key={answer.turnId} answer={answer} />
        )}
      </div>
    </aside>
  )
}
