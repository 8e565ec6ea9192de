import { ArrowUpRight, Lock } from 'lucide-react'
import type { Provider } from '../../../shared/model/provider.ts'
import { useCatalogue } from '../../i18n/language.ts'
import { modelsText } from '../../i18n/pages/models-text.ts'
import { Chip } from '../../ui/index.ts'

/** Where a model runs: colour, shape and words differ. */
export function DestinationChip({ provider }: { readonly provider: Provider }) {
  const texts = useCatalogue(modelsText)
  return provider.destination === 'local' ? (
    <Chip icon={Lock} tone="local">
      {texts.destinationLocal}
    </Chip>
  ) : (
    <Chip icon={ArrowUpRight} tone="remote">
      {texts.destinationAway(provider.host)}
    </Chip>
  )
}
