import { useState } from 'react'
import { FolderOpen } from 'lucide-react'
import type { EmbeddingModelState } from '../../../shared/model/memory.ts'
import { act } from '../../app/act.ts'
import { useRoute } from '../../bridge/use-route.ts'
import { useErrorText } from '../../i18n/errors.ts'
import { useFormat } from '../../i18n/format.ts'
import { useCatalogue } from '../../i18n/language.ts'
import { modelsText } from '../../i18n/pages/models-text.ts'
import { Button, Chip, cx, showToast } from '../../ui/index.ts'
import styles from './models.module.css'

/** How far a new model has come with the facts. */
function Progress({ pending }: { readonly pending: number }) {
  const texts = useCatalogue(modelsText)
  const format = useFormat()
  return <p className={styles['muted']}>{pending === 0 ? texts.embeddingSwitching : texts.embeddingPending(format.number(pending))}</p>
}

function Actions({ model }: { readonly model: EmbeddingModelState }) {
  const texts = useCatalogue(modelsText)
  const [busy, setBusy] = useState(false)
  const { id } = model
  const download = async (): Promise<void> => {
    setBusy(true)
    if ((await act('embedding.download', { id })) !== null) showToast({ text: texts.embeddingDownloaded })
    setBusy(false)
  }
  if (model.downloaded !== null) {
    return (
      <Button size="small" onClick={() => void act('embedding.cancel', { id })}>
        {texts.cancel}
      </Button>
    )
  }
  if (!model.installed) {
    return (
      <Button size="small" busy={busy} aria-label={`${texts.embeddingDownload} ${model.name}`} onClick={() => void download()}>
        {texts.embeddingDownload}
      </Button>
    )
  }
  if (model.wanted) return null
  return (
    <Button size="small" aria-label={`${texts.use}: ${model.name}`} onClick={() => void act('embedding.select', { id })}>
      {texts.use}
    </Button>
  )
}

function ModelCard({ model, pending }: { readonly model: EmbeddingModelState; readonly pending: number }) {
  const texts = useCatalogue(modelsText)
  const format = useFormat()
  const moving = model.wanted && !model.active
  return (
    <li className={styles['card']}>
      <div className={styles['head']}>
        <h3>{model.name}</h3>
        {model.active && <Chip tone="local">{texts.inUse}</Chip>}
      </div>
      <p className={styles['muted']}>
        {[
          model.multilingual ? texts.embeddingBilingual : texts.embeddingEnglish,
          format.bytes(model.bytes),
          texts.embeddingDimensions(format.number(model.dimensions)),
          model.licence
        ]
          .filter((part) => part !== '')
          .join(' · ')}
      </p>
      {model.downloaded !== null && (
        <progress
          aria-label={texts.embeddingDownloading}
          value={model.downloaded}
          max={Math.max(model.bytes, 1)}
          className={styles['progress']}
        />
      )}
      {moving && <Progress pending={pending} />}
      <Actions model={model} />
    </li>
  )
}

/** Models that find memories by meaning. They run on this machine, whoever answers. */
export function EmbeddingModels() {
  const texts = useCatalogue(modelsText)
  const errorText = useErrorText()
  const { value, error } = useRoute('embedding.models', {})
  const pending = useRoute('app.status', {}).value?.embedder.pending ?? 0
  const addFolder = async (): Promise<void> => {
    const chosen = await act('shell.chooseFile', { kind: 'model-folder' })
    if (chosen === null || chosen.path === null) return
    const added = await act('embedding.addFolder', { path: chosen.path })
    if (added !== null) showToast({ text: texts.embeddingAdded })
  }
  return (
    <section aria-labelledby="embedding" className={styles['section']}>
      <div className={styles['head']}>
        <h2 id="embedding">{texts.embedding}</h2>
        <Button size="small" tone="quiet" icon={FolderOpen} onClick={() => void addFolder()}>
          {texts.embeddingFolder}
        </Button>
      </div>
      <p className={cx(styles['muted'], styles['lead'])}>{texts.embeddingWhat}</p>
      {error !== null && <p role="alert">{errorText(error)}</p>}
      <ul role="list" className={styles['cards']}>
        {(value ?? []).map((model) => (
          <ModelCard key={model.id} model={model} pending={pending} />
        ))}
      </ul>
    </section>
  )
}
