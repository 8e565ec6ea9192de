import { useId } from 'react'
import { FolderOpen } from 'lucide-react'
import type { RouteOutput } from '../../../shared/ipc/contract.ts'
import { act } from '../../app/act.ts'
import { useRoute } from '../../bridge/use-route.ts'
import { useErrorText } from '../../i18n/errors.ts'
import { useFormat } from '../../i18n/format.ts'
import { useCatalogue } from '../../i18n/language.ts'
import { dataText } from '../../i18n/pages/data-text.ts'
import { Button, Card, Page, Spinner } from '../../ui/index.ts'
import styles from './data-page.module.css'

type Status = RouteOutput<'app.status'>

function Folder({ profile }: { readonly profile: string }) {
  const texts = useCatalogue(dataText)
  return (
    <Card aria-labelledby="folder" className={styles['card']}>
      <h2 id="folder">{texts.folder}</h2>
      <p className={styles['path']}>
        <code>{profile}</code>
      </p>
      <p className={styles['muted']}>{texts.folderHint}</p>
      <Button icon={FolderOpen} onClick={() => void act('shell.showDataFolder', {})}>
        {texts.folderShow}
      </Button>
    </Card>
  )
}

function Counts({ counts }: { readonly counts: Status['counts'] }) {
  const texts = useCatalogue(dataText)
  const format = useFormat()
  const rows = [
    [texts.facts, counts.facts],
    [texts.conversations, counts.conversations],
    [texts.messages, counts.messages]
  ] as const
  return (
    <Card aria-labelledby="counts" className={styles['card']}>
      <h2 id="counts">{texts.counts}</h2>
      <dl className={styles['counts']}>
        {rows.map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{format.number(count)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

function Embedder({ embedder, facts }: { readonly embedder: Status['embedder']; readonly facts: number }) {
  const texts = useCatalogue(dataText)
  const format = useFormat()
  const id = useId()
  const { pending } = embedder
  return (
    <Card aria-labelledby="embedder" className={styles['card']}>
      <h2 id="embedder">{texts.embedder}</h2>
      <p>{texts.embedderState[embedder.state]}</p>
      <p className={styles['muted']}>{texts.embedderModel(embedder.id, embedder.dimensions)}</p>
      {pending === 0 ? (
        facts > 0 && <p className={styles['muted']}>{texts.pendingNone}</p>
      ) : (
        <>
          <progress
            aria-labelledby={id}
            className={styles['progress']}
            max={Math.max(facts, pending)}
            value={Math.max(facts, pending) - pending}
          />
          <p id={id} className={styles['muted']}>
            {texts.progress} · {texts.pending(format.number(pending))}
          </p>
        </>
      )}
    </Card>
  )
}

function Sentences({ title, lead, sentences }: { readonly title: string; readonly lead?: string; readonly sentences: readonly string[] }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={styles['section']}>
      <h2 id={id}>{title}</h2>
      {lead !== undefined && <p className={styles['muted']}>{lead}</p>}
      <ul className={styles['sentences']}>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  )
}

/** Where everything lies, how much it is, what is promised and what is not. */
export function DataPage() {
  const texts = useCatalogue(dataText)
  const errorText = useErrorText()
  const { value, error } = useRoute('app.status', {})
  return (
    <Page title={texts.title} intro={texts.lead}>
      {error !== null && <p role="alert">{errorText(error)}</p>}
      {value === undefined && error === null && <Spinner label={texts.loading} />}
      {value !== undefined && (
        <>
          <Folder profile={value.profile} />
          <Counts counts={value.counts} />
          <Embedder embedder={value.embedder} facts={value.counts.facts} />
        </>
      )}
      <Sentences title={texts.promised} sentences={texts.promises} />
      <Sentences title={texts.notProtected} lead={texts.notProtectedLead} sentences={texts.limits} />
    </Page>
  )
}
