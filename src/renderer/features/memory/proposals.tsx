import { useEffect, useRef } from 'react'
import { Check, X } from 'lucide-react'
import type { Fact } from '../../../shared/model/memory.ts'
import { act } from '../../app/act.ts'
import { useRoute } from '../../bridge/use-route.ts'
import { useCatalogue } from '../../i18n/language.ts'
import { memoryText } from '../../i18n/pages/memory-text.ts'
import { Button, Card, showToast } from '../../ui/index.ts'
import { FactMeta } from './fact-meta.tsx'
import { useMemoryActions } from './use-memory-actions.ts'
import styles from './proposals.module.css'

const SHOWN = 5
const MORE = 1_000

function Proposal({ fact }: { readonly fact: Fact }) {
  const texts = useCatalogue(memoryText)
  const actions = useMemoryActions()
  const accept = async (): Promise<void> => {
    const done = await act('memory.update', { factId: fact.factId, patch: { confirmed: true } })
    if (done !== null) showToast({ text: texts.accepted })
  }
  return (
    <li className={styles['proposal']}>
      <div className={styles['words']}>
        <p className={styles['text']}>{fact.text}</p>
        {fact.evidence !== null && <blockquote className={styles['quote']}>{fact.evidence.text}</blockquote>}
        <FactMeta fact={fact} />
      </div>
      <div className={styles['buttons']}>
        <Button size="small" tone="primary" icon={Check} aria-label={`${texts.accept}: ${fact.text}`} onClick={() => void accept()}>
          {texts.accept}
        </Button>
        <Button size="small" icon={X} aria-label={`${texts.reject}: ${fact.text}`} onClick={() => void actions.forget([fact.factId])}>
          {texts.reject}
        </Button>
      </div>
    </li>
  )
}

/** Facts that wait for the person's word, above everything else; nothing at all when there are none. */
export function Proposals() {
  const texts = useCatalogue(memoryText)
  const proposed = useRoute('memory.list', { status: 'proposed', limit: MORE }).value ?? []
  const list = useRef<HTMLUListElement>(null)
  const before = useRef(0)
  useEffect(() => {
    if (proposed.length < before.current && document.activeElement === document.body) list.current?.querySelector('button')?.focus()
    before.current = proposed.length
  }, [proposed.length])
  if (proposed.length === 0) return null
  return (
    <Card className={styles['card']} aria-labelledby="proposals">
      <h2 id="proposals">{texts.proposals}</h2>
      <p className={styles['lead']}>{texts.proposalsLead}</p>
      <ul role="list" ref={list}>
        {proposed.slice(0, SHOWN).map((fact) => (
          <Proposal key={fact.factId} fact={fact} />
        ))}
      </ul>
      {proposed.length > SHOWN && <p className={styles['lead']}>{texts.moreProposals(proposed.length - SHOWN)}</p>}
    </Card>
  )
}
