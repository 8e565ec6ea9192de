import { useEffect, useLayoutEffect, useRef, useState, type FocusEvent, type KeyboardEvent, type ReactNode } from 'react'
import type { Fact } from '../../../../shared/model/memory.ts'
import { useCatalogue } from '../../../i18n/language.ts'
import { careText } from '../../../i18n/pages/memory-care-text.ts'
import { cx } from '../../../ui/index.ts'
import { FactMeta } from '../fact-meta.tsx'
import { shortened } from '../fact-text.ts'
import { cardAfter, cardStep, decisionOf, type Decision } from './review-keys.ts'
import styles from './review.module.css'

export interface DecisionListProps {
  /** Name of the list. */
  readonly label: string
  /** What the keys do, in a sentence. */
  readonly keys: string
  readonly facts: readonly Fact[]
  readonly onDecision: (fact: Fact, decision: Decision) => void
  /** What the card in hand shows below its sentence: quotes, buttons, a form. */
  readonly children: (fact: Fact, toCard: () => void) => ReactNode
}

const SHOWN_AT_ONCE = 50
const SHOWN = 300

/** Which card is in hand. When it goes, the next one takes its place, and the focus with it. */
function useInHand(facts: readonly Fact[]) {
  const list = useRef<HTMLUListElement>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const before = useRef<readonly string[]>([])
  const inside = useRef(false)
  const ids = facts.map(({ factId }) => factId)
  const current = cardAfter(before.current, chosen, ids)
  const focusCard = (): void => list.current?.querySelector<HTMLElement>('[data-in-hand]')?.focus()

  useEffect(() => {
    const went = chosen !== null && current !== chosen
    before.current = facts.map(({ factId }) => factId)
    if (current !== chosen) setChosen(current)
    if (went && inside.current && !list.current?.contains(document.activeElement)) focusCard()
  }, [facts, current, chosen])

  // Before the next key can come: what is pressed right after a card was taken up is meant for that card.
  const taken = useRef(false)
  useLayoutEffect(() => {
    if (taken.current) focusCard()
    taken.current = false
  }, [current])
  const take = (factId: string): void => {
    taken.current = true
    setChosen(factId)
  }
  const onFocus = (): void => void (inside.current = true)
  const onBlur = ({ relatedTarget }: FocusEvent): void => {
    // A card that goes takes the focus with it and names no next place: that is still inside.
    if (relatedTarget instanceof Node) inside.current = list.current?.contains(relatedTarget) === true
  }
  return { list, current, take, focusCard, ids, watch: { onFocus, onBlur } }
}

/** Cards to decide about, one of them in hand: its details and buttons are there, and one key decides. Arrow keys take up another one. */
export function DecisionList({ label, keys, facts, onDecision, children }: DecisionListProps) {
  const care = useCatalogue(careText)
  const shown = facts.slice(0, SHOWN_AT_ONCE)
  const { list, current, take, focusCard, ids, watch } = useInHand(shown)

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const { target } = event
    if (!(target instanceof HTMLElement) || event.nativeEvent.isComposing) return
    if (target.closest('input, textarea, select') !== null) return
    const fact = shown.find(({ factId }) => factId === current)
    if (fact === undefined) return
    const to = cardStep(event.key, ids.indexOf(fact.factId), ids.length)
    const next = to === null ? undefined : ids[to]
    // Enter on a button presses that button.
    const decision = event.key === 'Enter' && target.closest('button') !== null ? null : decisionOf(event)
    if (next === undefined && decision === null) return
    event.preventDefault()
    if (next !== undefined) take(next)
    else if (decision !== null && !event.repeat) onDecision(fact, decision)
  }

  return (
    <>
      <ul ref={list} role="list" aria-label={label} className={styles['cards']} onKeyDown={onKeyDown} {...watch}>
        {shown.map((fact, index) => (
          <li key={fact.factId} className={cx(styles['card'], fact.factId === current && styles['in-hand'])}>
            {fact.factId === current ? (
              <>
                <div
                  role="group"
                  tabIndex={0}
                  data-in-hand
                  className={styles['front']}
                  aria-label={`${fact.text} (${care.position(index + 1, shown.length)})`}
                  aria-describedby="review-keys"
                >
                  <p className={styles['text']}>{fact.text}</p>
                  <FactMeta fact={fact} used={fact.status === 'live'} status={false} />
                </div>
                {children(fact, focusCard)}
              </>
            ) : (
              <button type="button" tabIndex={-1} className={styles['front']} onClick={() => take(fact.factId)}>
                <span className={styles['text']}>{shortened(fact.text, SHOWN)}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
      <p className={styles['keys']} id="review-keys">
        {keys}
      </p>
      {facts.length > shown.length && <p className={styles['muted']}>{care.more(facts.length - shown.length)}</p>}
    </>
  )
}
