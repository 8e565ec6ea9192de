import { Lock, MessageCircleQuestion } from 'lucide-react'
import type { Fact } from '../../../shared/model/memory.ts'
import type { Privacy } from '../../../shared/model/privacy.ts'
import { useFormat } from '../../i18n/format.ts'
import { useCatalogue } from '../../i18n/language.ts'
import { memoryText } from '../../i18n/pages/memory-text.ts'
import { Chip } from '../../ui/index.ts'
import styles from './fact-meta.module.css'

/** The label of a fact as a chip with icon and word; an open fact has none, being the usual case. */
export function PrivacyChip({ privacy }: { readonly privacy: Privacy }) {
  const texts = useCatalogue(memoryText)
  switch (privacy) {
    case 'open':
      return null
    case 'ask':
      return (
        <Chip icon={MessageCircleQuestion} tone="accent" title={texts.privacyMeans.ask}>
          {texts.privacy.ask}
        </Chip>
      )
    case 'private':
      return (
        <Chip icon={Lock} tone="local" title={texts.privacyMeans.private}>
          {texts.privacy.private}
        </Chip>
      )
  }
}

/** The small line under a fact: category, scope, since when, from where. */
export function FactMeta({ fact }: { readonly fact: Fact }) {
  const texts = useCatalogue(memoryText)
  const format = useFormat()
  const words = [
    ...(fact.status === 'live' ? [] : [texts.status[fact.status]]),
    ...(fact.category === null ? [] : [texts.category[fact.category]]),
    texts.scope[fact.scope],
    texts.since(format.date(fact.createdAt)),
    ...(fact.validTo === null ? [] : [texts.until(format.date(fact.validTo))]),
    texts.source[fact.source]
  ]
  return (
    <span className={styles['meta']}>
      {fact.privacy !== 'open' && (
        <span className={styles['chip']}>
          <PrivacyChip privacy={fact.privacy} />
        </span>
      )}
      {words.map((word, index) => (
        <span key={index} className={styles['word']}>
          {word}
        </span>
      ))}
    </span>
  )
}
