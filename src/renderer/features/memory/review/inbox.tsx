import { useState } from 'react'
import { Check, Pencil, X } from 'lucide-react'
import type { Fact } from '../../../../shared/model/memory.ts'
import { call } from '../../../bridge/call.ts'
import { useRoute } from '../../../bridge/use-route.ts'
import { useErrorText } from '../../../i18n/errors.ts'
import { useCatalogue } from '../../../i18n/language.ts'
import { careText } from '../../../i18n/pages/memory-care-text.ts'
import { Button, EmptyState, showToast, Spinner } from '../../../ui/index.ts'
import type { FactPatch } from '../memory-actions.ts'
import { useMemoryActions } from '../use-memory-actions.ts'
import { INBOX_LIMIT } from '../use-review-count.ts'
import { Conflict } from './conflict.tsx'
import { DecisionList } from './decision-list.tsx'
import { ProposalEditor } from './proposal-editor.tsx'
import { Quotes } from './quotes.tsx'
import type { Decision } from './review-keys.ts'
import { useDecided } from './use-decided.ts'
import styles from './review.module.css'

/** What accepting, rejecting and keeping both do, each with its sentence. */
function useInboxActions() {
  const care = useCatalogue(careText)
  const errorText = useErrorText()
  const actions = useMemoryActions()
  const accept = async (fact: Fact, patch: FactPatch): Promise<boolean> => {
    if ((await actions.update(fact.factId, { ...patch, confirmed: true })) === null) return false
    showToast({ text: care.accepted })
    return true
  }
  /** Two values of one key cannot hold: sharing it with the other one, it goes without. */
  const acceptBeside = async (fact: Fact): Promise<boolean> => {
    const otherFactId = fact.review?.otherFactId ?? null
    const other = otherFactId === null || fact.key === null ? null : await call('memory.get', { factId: otherFactId })
    const shared = other?.ok === true && other.value.key === fact.key
    return accept(fact, { alongside: true, ...(shared ? { key: null } : {}) })
  }
  const reject = async (fact: Fact): Promise<boolean> => {
    const result = await call('memory.delete', { factId: fact.factId, undoable: true })
    if (result.ok) actions.offerBack(care.rejected, [result.value], care.back)
    else showToast({ text: errorText(result.error), tone: 'danger' })
    return result.ok
  }
  return { accept, acceptBeside, reject }
}

/** Proposals and contradictions, one after the other. */
export function Inbox() {
  const care = useCatalogue(careText)
  const errorText = useErrorText()
  const { value, error } = useRoute('memory.review', { list: 'inbox', limit: INBOX_LIMIT })
  const { left, decide } = useDecided(value)
  const { accept, acceptBeside, reject } = useInboxActions()
  const [editing, setEditing] = useState<string | null>(null)

  const onDecision = (fact: Fact, decision: Decision): void => {
    switch (decision) {
      case 'accept':
        return void decide(fact.factId, () => accept(fact, {}))
      case 'both':
        return fact.review?.reason === 'conflict' ? void decide(fact.factId, () => acceptBeside(fact)) : undefined
      case 'reject':
        return void decide(fact.factId, () => reject(fact))
      case 'edit':
        return setEditing(fact.factId)
    }
  }

  if (error !== null) return <p role="alert">{errorText(error)}</p>
  if (value === undefined) return <Spinner />
  if (left.length === 0) return <EmptyState icon={Check} title={care.listEmpty.inbox} />
  return (
    <DecisionList label={care.lists.inbox} keys={care.keysInbox} facts={left} onDecision={onDecision}>
      {(fact, toCard) =>
        editing === fact.factId ? (
          <ProposalEditor
            fact={fact}
            onSave={(text) => {
              setEditing(null)
              void decide(fact.factId, () => accept(fact, text === fact.text ? {} : { text }))
            }}
            onCancel={() => {
              setEditing(null)
              requestAnimationFrame(toCard)
            }}
          />
        ) : (
          <Proposal fact={fact} onDecision={(decision) => onDecision(fact, decision)} />
        )
      }
    </DecisionList>
  )
}

function Proposal({ fact, onDecision }: { readonly fact: Fact; readonly onDecision: (decision: Decision) => void }) {
  const care = useCatalogue(careText)
  const other = fact.review?.reason === 'conflict' ? fact.review.otherFactId : null
  return (
    <div className={styles['back']}>
      {fact.review !== null && <p className={styles['muted']}>{care.reason[fact.review.reason]}</p>}
      <Quotes evidence={fact.evidence} />
      {other === null ? (
        <div className={styles['buttons']}>
          <Button size="small" tone="primary" icon={Check} onClick={() => onDecision('accept')}>
            {care.accept}
          </Button>
          <Button size="small" icon={Pencil} onClick={() => onDecision('edit')}>
            {care.edit}
          </Button>
          <Button size="small" icon={X} onClick={() => onDecision('reject')}>
            {care.reject}
          </Button>
        </div>
      ) : (
        <Conflict fact={fact} otherFactId={other} onDecision={onDecision} />
      )}
    </div>
  )
}
