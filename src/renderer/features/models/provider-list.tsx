import { BookHeart, Check, KeyRound, Pencil, Trash2 } from 'lucide-react'
import type { Provider } from '../../../shared/model/provider.ts'
import { act } from '../../app/act.ts'
import { useFormat } from '../../i18n/format.ts'
import { useCatalogue } from '../../i18n/language.ts'
import { modelsText } from '../../i18n/pages/models-text.ts'
import { Button, Chip, cx, IconButton, showToast } from '../../ui/index.ts'
import { DestinationChip } from './destination-chip.tsx'
import styles from './models.module.css'

interface Choices {
  readonly onEdit: (provider: Provider) => void
  readonly onRemove: (provider: Provider) => void
}

function Use({
  inUse,
  label,
  disabled = false,
  onUse
}: {
  readonly inUse: boolean
  readonly label: string
  readonly disabled?: boolean
  readonly onUse: () => void
}) {
  const texts = useCatalogue(modelsText)
  return inUse ? (
    <Chip icon={Check} tone="accent">
      {texts.inUse}
    </Chip>
  ) : (
    <Button size="small" disabled={disabled} onClick={onUse}>
      {label}
    </Button>
  )
}

function ProviderCard({ provider, onEdit, onRemove }: Choices & { readonly provider: Provider }) {
  const texts = useCatalogue(modelsText)
  const format = useFormat()
  const { id, name, model, selected } = provider
  const use = async (): Promise<void> => {
    const chosen = await act('providers.select', { id })
    if (chosen !== null) showToast({ text: texts.using(chosen.model ?? name) })
  }
  return (
    <li className={cx(styles['card'], selected && styles['selected'])}>
      <div className={styles['head']}>
        <h3>{name}</h3>
        <span className={styles['tools']}>
          <IconButton size="small" icon={Pencil} label={texts.editOf(name)} onClick={() => onEdit(provider)} />
          <IconButton size="small" icon={Trash2} label={texts.removeTitle(name)} onClick={() => onRemove(provider)} />
        </span>
      </div>
      <p className={styles['model']}>{model === '' ? texts.modelNone : model}</p>
      <p className={styles['marks']}>
        <DestinationChip provider={provider} />
        <Chip icon={KeyRound} tone={provider.key === 'none' ? 'danger' : 'plain'}>
          {texts.keyShort[provider.key]}
        </Chip>
        <span className={styles['muted']}>{texts.tokens(format.number(provider.contextWindow))}</span>
      </p>
      <Use inUse={selected} label={texts.use} disabled={model === ''} onUse={() => void use()} />
    </li>
  )
}

/** What is connected, the choice of no model included: one of them is in use. */
export function ProviderList({ providers, onEdit, onRemove }: Choices & { readonly providers: readonly Provider[] }) {
  const texts = useCatalogue(modelsText)
  const none = !providers.some((provider) => provider.selected)
  const useNone = async (): Promise<void> => {
    const chosen = await act('providers.select', { id: null })
    if (chosen !== null) showToast({ text: texts.usingNone })
  }
  return (
    <section aria-labelledby="connected" className={styles['section']}>
      <h2 id="connected">{texts.yours}</h2>
      <ul role="list" className={styles['cards']}>
        {providers.map((provider) => (
          <ProviderCard key={provider.id} provider={provider} onEdit={onEdit} onRemove={onRemove} />
        ))}
        <li className={cx(styles['card'], none && styles['selected'])}>
          <h3 className={styles['none']}>
            <BookHeart aria-hidden />
            {texts.memoryOnly}
          </h3>
          <p className={styles['muted']}>{texts.memoryOnlyWhat}</p>
          <Use inUse={none} label={texts.useMemoryOnly} onUse={() => void useNone()} />
        </li>
      </ul>
    </section>
  )
}
