import { useErrorText } from '../../i18n/errors.ts'
import { useCatalogue } from '../../i18n/language.ts'
import { viewsText } from '../../i18n/pages/memory-views-text.ts'
import { useRoute } from '../../bridge/use-route.ts'
import { Spinner } from '../../ui/index.ts'
import { ProfileCard } from './profile-card.tsx'
import styles from './profile.module.css'

/** The four texts that go with every question, each with what it was made from. */
export function ProfilePanel() {
  const texts = useCatalogue(viewsText)
  const errorText = useErrorText()
  const { value, error } = useRoute('memory.profile', {})
  return (
    <>
      <p className={styles['lead']}>{texts.profileLead}</p>
      {error !== null && <p role="alert">{errorText(error)}</p>}
      {value === undefined && error === null && <Spinner />}
      {value?.map((section) => (
        <ProfileCard key={section.section} section={section} />
      ))}
    </>
  )
}
