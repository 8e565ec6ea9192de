import { ArrowUpRight, Ban, Lock, Unplug } from 'lucide-react'
import type { Receipt } from '../../../shared/model/receipt.ts'
import { useCatalogue } from '../../i18n/language.ts'
import { receiptsText } from '../../i18n/pages/receipts-text.ts'
import { Chip } from '../../ui/index.ts'

/** Whether it left: an icon, a colour and a word, so that none of them stands alone. */
export function OutcomeChip({ receipt }: { readonly receipt: Receipt }) {
  const texts = useCatalogue(receiptsText)
  const means = texts.outcomeMeans[receipt.outcome]
  switch (receipt.outcome) {
    case 'blocked':
      return (
        <Chip icon={Ban} tone="accent" title={means}>
          {texts.outcome.blocked}
        </Chip>
      )
    case 'failed':
      return (
        <Chip icon={Unplug} tone="danger" title={means}>
          {texts.outcome.failed}
        </Chip>
      )
    case 'sent':
      return receipt.destination === 'local' ? (
        <Chip icon={Lock} tone="local">
          {texts.toLocal}
        </Chip>
      ) : (
        <Chip icon={ArrowUpRight} tone="remote" title={means}>
          {texts.outcome.sent}
        </Chip>
      )
  }
}
