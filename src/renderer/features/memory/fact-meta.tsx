import { Lock, MessageCircleQuestion } from 'lucide-react'
import type { Fact } from '../../../shared/model/memory.ts'
import type { Privacy } from '../../../shared/model/privacy.ts'
import { useRoute } from '../../bridge/use-route.ts'
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

/** The name of the project that a fact belongs to; the plain word while it is not known. */
function ProjectWord({ projectId }: { readonly projectId: string }) {
  const texts = useCatalogue(memoryText)
  const project = useRoute('projects.list', {}).value?.find((each) => each.projectId === projectId)
  return project === undefined ? texts.scope.project : texts.projectNamed(project.name)
}

export interface FactMetaProps {
  readonly fact: Fact
  /** Says how often it was used as well. */
  readonly used?: boolean
  /** False where the place says already what it is. */
  readonly status?: boolean
}

/** The small line under a fact: category, scope, since when, from where. */
export function FactMeta({ fact, used = false, status = true }: FactMetaProps) {
  const texts = useCatalogue(memoryText)
  const format = useFormat()
  const words = [
    ...(fact.status === 'live' || !status ? [] : [texts.status[fact.status]]),
    ...(fact.category === null ? [] : [texts.category[fact.category]]),
    fact.projectId === null ? texts.scope[fact.scope] : <ProjectWord projectId={fact.projectId} />,
    texts.since(format.date(fact.validFrom)),
    ...(fact.validTo === null ? [] : [texts.until(format.date(fact.validTo))]),
    texts.source[fact.source],
    ...(used ? [texts.used(fact.usedCount)] : [])
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
