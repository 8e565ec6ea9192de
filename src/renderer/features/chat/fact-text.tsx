import { useRoute } from '../../bridge/use-route.ts'
import { useTexts } from '../../i18n/messages.ts'

/** The sentence of a fact, or that it is gone. */
export function FactText({ factId }: { readonly factId: string }) {
  const texts = useTexts().chat.drawer
  const fact = useRoute('memory.get', { factId })
  if (fact.error !== null) return <span>{texts.gone}</span>
  return <span>{fact.value?.text ?? '…'}</span>
}
