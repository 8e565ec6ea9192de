import { useState } from 'react'
import type { RouteOutput } from '../../../shared/ipc/contract.ts'
import type { Fact } from '../../../shared/model/memory.ts'
import { call } from '../../bridge/call.ts'
import { useRoute } from '../../bridge/use-route.ts'
import { useSettled } from '../../bridge/use-settled.ts'
import { useErrorText } from '../../i18n/errors.ts'
import { useCatalogue } from '../../i18n/language.ts'
import { useTexts } from '../../i18n/messages.ts'
import { careText } from '../../i18n/pages/memory-care-text.ts'
import { memoryText } from '../../i18n/pages/memory-text.ts'
import { Button, Dialog, Spinner, TextField } from '../../ui/index.ts'
import { byConversation, type Mentioned } from './about-choice.ts'
import { FactMeta } from './fact-meta.tsx'
import { shortened } from './fact-text.ts'
import { toggled, type Selection } from './selection.ts'
import { useMemoryActions } from './use-memory-actions.ts'
import styles from './about-dialog.module.css'

const QUERY_MAX = 500
const SHOWN = 200
const SNIPPETS = 3

function FactChoice({ fact, chosen, onToggle }: { readonly fact: Fact; readonly chosen: boolean; readonly onToggle: () => void }) {
  const care = useCatalogue(careText)
  return (
    <li>
      <label className={styles['choice']}>
        <input type="checkbox" checked={chosen} aria-label={care.aboutForgetFact(shortened(fact.text, 60))} onChange={onToggle} />
        <span className={styles['words']}>
          <span>{shortened(fact.text, SHOWN)}</span>
          <FactMeta fact={fact} />
        </span>
      </label>
    </li>
  )
}

function ConversationChoice(props: { readonly mentioned: Mentioned; readonly chosen: boolean; readonly onToggle: () => void }) {
  const { mentioned, chosen, onToggle } = props
  const care = useCatalogue(careText)
  const untitled = useTexts().rail.untitled
  const title = mentioned.title === '' ? untitled : mentioned.title
  return (
    <li>
      <label className={styles['choice']}>
        <input type="checkbox" checked={chosen} aria-label={care.aboutDeleteConversation(title)} onChange={onToggle} />
        <span className={styles['words']}>
          <span>
            {title} <span className={styles['muted']}>{care.aboutMentions(mentioned.hits.length)}</span>
          </span>
          {mentioned.hits.slice(0, SNIPPETS).map((hit) => (
            <span key={hit.messageId} className={styles['snippet']}>
              <span>{shortened(hit.snippet, SHOWN)}</span>
              {!chosen && <span className={styles['fate']}>{hit.redacted ? care.aboutBlanked : care.aboutStays}</span>}
            </span>
          ))}
          {mentioned.hits.length > SNIPPETS && <span className={styles['muted']}>{care.more(mentioned.hits.length - SNIPPETS)}</span>}
        </span>
      </label>
    </li>
  )
}

interface FoundProps {
  readonly facts: readonly Fact[]
  readonly mentioned: readonly Mentioned[]
  readonly spared: Selection
  readonly doomed: Selection
  readonly onSpare: (factId: string) => void
  readonly onDoom: (conversationId: string) => void
}

/** What would be forgotten: every fact unless it is unticked, no conversation unless it is ticked. */
function Found({ facts, mentioned, spared, doomed, onSpare, onDoom }: FoundProps) {
  const care = useCatalogue(careText)
  const going = facts.filter(({ factId }) => !spared.has(factId)).length
  return (
    <>
      <section aria-labelledby="about-facts">
        <h3 id="about-facts">{facts.length === 0 ? care.aboutFactsNone : care.aboutFacts(going)}</h3>
        <ul role="list" className={styles['choices']}>
          {facts.map((fact) => (
            <FactChoice key={fact.factId} fact={fact} chosen={!spared.has(fact.factId)} onToggle={() => onSpare(fact.factId)} />
          ))}
        </ul>
      </section>
      {mentioned.length > 0 && (
        <section aria-labelledby="about-conversations">
          <h3 id="about-conversations">{care.aboutConversations}</h3>
          <p className={styles['muted']}>{care.aboutConversationsLead}</p>
          <ul role="list" className={styles['choices']}>
            {mentioned.map((each) => (
              <ConversationChoice
                key={each.conversationId}
                mentioned={each}
                chosen={doomed.has(each.conversationId)}
                onToggle={() => onDoom(each.conversationId)}
              />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

type Deletion = RouteOutput<'memory.delete'>

/** Forgets facts, then deletes conversations. What was done before a failure is named in `done`, so that it can be taken back. */
async function forgetAll(factIds: readonly string[], conversationIds: readonly string[]) {
  const done: Deletion[] = []
  const asks = [
    ...(factIds.length === 0 ? [] : [() => call('memory.deleteMany', { factIds: [...factIds], undoable: true })]),
    ...conversationIds.map((conversationId) => () => call('conversations.delete', { conversationId, undoable: true, withFacts: true }))
  ]
  for (const ask of asks) {
    const result = await ask()
    if (!result.ok) return { done, error: result.error }
    done.push(result.value)
  }
  return { done, error: null }
}

/** "Forget everything about …": shows what that is, lets the person choose, and forgets it with one undo. */
export function AboutDialog({ onClose }: { readonly onClose: () => void }) {
  const texts = useCatalogue(memoryText)
  const care = useCatalogue(careText)
  const errorText = useErrorText()
  const actions = useMemoryActions()
  const [query, setQuery] = useState('')
  const [spared, setSpared] = useState<Selection>(new Set())
  const [doomed, setDoomed] = useState<Selection>(new Set())
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<string | null>(null)
  const wanted = query.trim()
  const asked = useSettled(wanted, 250)
  const about = useRoute('memory.about', asked === '' ? null : { query: asked }, { keep: false })
  const settled = wanted === asked
  const facts = settled ? (about.value?.facts ?? []) : []
  const mentioned = settled ? byConversation(about.value?.messages ?? []) : []
  const factIds = facts.map(({ factId }) => factId).filter((factId) => !spared.has(factId))
  const conversationIds = mentioned.map(({ conversationId }) => conversationId).filter((id) => doomed.has(id))
  const nothing = factIds.length === 0 && conversationIds.length === 0

  const type = (text: string): void => {
    setQuery(text)
    setSpared(new Set())
    setDoomed(new Set())
    setFailed(null)
  }
  const go = async (): Promise<void> => {
    setBusy(true)
    const { done, error } = await forgetAll(factIds, conversationIds)
    setBusy(false)
    if (done.length > 0)
      actions.offerBack(care.aboutDone(factIds.length, Math.max(0, done.length - (factIds.length > 0 ? 1 : 0))), done, care.aboutBack)
    if (error === null) onClose()
    else setFailed(errorText(error))
  }

  return (
    <Dialog
      title={care.aboutTitle}
      onClose={onClose}
      footer={
        <>
          <Button tone="quiet" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button tone="danger" busy={busy} disabled={nothing} onClick={() => void go()}>
            {care.aboutGo(factIds.length, conversationIds.length)}
          </Button>
        </>
      }
    >
      <div className={styles['about']}>
        <TextField
          label={care.aboutQuery}
          placeholder={care.aboutPlaceholder}
          data-focus
          maxLength={QUERY_MAX}
          value={query}
          onChange={(event) => type(event.target.value)}
        />
        <div role="status" className={styles['state']}>
          {wanted === '' && care.aboutStart}
          {wanted !== '' && (!settled || about.loading) && <Spinner />}
          {wanted !== '' && settled && about.value?.facts.length === 0 && about.value.messages.length === 0 && care.aboutNothing}
        </div>
        {facts.length + mentioned.length > 0 && (
          <Found
            facts={facts}
            mentioned={mentioned}
            spared={spared}
            doomed={doomed}
            onSpare={(factId) => setSpared(toggled(spared, factId))}
            onDoom={(conversationId) => setDoomed(toggled(doomed, conversationId))}
          />
        )}
        {about.error !== null && <p role="alert">{errorText(about.error)}</p>}
        {failed !== null && <p role="alert">{failed}</p>}
        {!nothing && <p className={styles['muted']}>{care.aboutSent}</p>}
      </div>
    </Dialog>
  )
}
