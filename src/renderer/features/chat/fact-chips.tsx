import { useState } from 'react'
import { Brain, Check, CircleHelp, Trash2, Undo2, X } from 'lucide-react'
import { act, offerUndo } from '../../app/act.ts'
import { useRouter } from '../../app/router.ts'
import { useRoute } from '../../bridge/use-route.ts'
import { useFormat } from '../../i18n/format.ts'
import { useTexts } from '../../i18n/messages.ts'
import { Chip, ChipButton } from '../../ui/bits.tsx'
import { IconButton } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './transcript.module.css'

/** Chips that stand open at once; more are folded into one. */
const OPEN_CHIPS = 2

/** A fact that this turn stored: it can be taken back, and what it had replaced holds again. */
export function RememberedChip({ factId }: { readonly factId: string }) {
  const texts = useTexts()
  const fact = useRoute('memory.get', { factId })
  const undo = async (): Promise<void> => {
    if ((await act('memory.takeBack', { factId })) !== null) showToast({ text: texts.chat.foot.undone })
  }
  // Told by what is stored, so that it holds when the row is drawn again, and after a restart.
  if (fact.error?.code === 'NOT_FOUND') return <Chip>{texts.chat.foot.undone}</Chip>
  if (fact.value === undefined) return null
  return (
    <span className={styles['remembered']}>
      <ChipButton icon={Brain} tone="accent" onClick={() => useRouter.getState().openFact(factId)}>
        {texts.chat.foot.remembered(fact.value.text)}
      </ChipButton>
      <IconButton size="small" icon={Undo2} label={`${texts.ui.undo}: ${fact.value.text}`} onClick={() => void undo()} />
    </span>
  )
}

/** A fact that waits for the person's word, which can be given here. */
export function ProposedChip({ factId }: { readonly factId: string }) {
  const texts = useTexts()
  const fact = useRoute('memory.get', { factId })
  if (fact.error?.code === 'NOT_FOUND') return <Chip>{texts.chat.foot.rejected}</Chip>
  if (fact.value === undefined) return null
  const { text, status } = fact.value
  if (status !== 'proposed') return <RememberedChip factId={factId} />
  return (
    <span className={styles['remembered']}>
      <ChipButton icon={CircleHelp} onClick={() => useRouter.getState().openFact(factId)}>
        {texts.chat.foot.proposed(text)}
      </ChipButton>
      <IconButton
        size="small"
        icon={Check}
        label={`${texts.chat.foot.accept}: ${text}`}
        onClick={() => void act('memory.update', { factId, patch: { confirmed: true } })}
      />
      <IconButton
        size="small"
        icon={X}
        label={`${texts.chat.foot.reject}: ${text}`}
        onClick={() => void act('memory.delete', { factId })}
      />
    </span>
  )
}

/** A fact that the answer was given. */
function UsedChip({ factId }: { readonly factId: string }) {
  const texts = useTexts().chat.foot
  const fact = useRoute('memory.get', { factId })
  const forget = async (text: string): Promise<void> => {
    const deletion = await act('memory.delete', { factId, undoable: true })
    if (deletion !== null) offerUndo(texts.forgot(text), deletion)
  }
  if (fact.error?.code === 'NOT_FOUND') return <Chip>{texts.gone}</Chip>
  if (fact.value === undefined) return null
  const { text } = fact.value
  return (
    <span className={styles['remembered']}>
      <ChipButton icon={Brain} onClick={() => useRouter.getState().openFact(factId)}>
        {texts.usedOne(text)}
      </ChipButton>
      <IconButton size="small" icon={Trash2} label={`${texts.forget}: ${text}`} onClick={() => void forget(text)} />
    </span>
  )
}

/** One chip per fact that was used; many are folded until they are asked for. */
export function UsedChips({ factIds }: { readonly factIds: readonly string[] }) {
  const texts = useTexts().chat.foot
  const format = useFormat()
  const [open, setOpen] = useState(false)
  if (factIds.length === 0) return null
  const few = factIds.length <= OPEN_CHIPS
  return (
    <>
      {!few && (
        <ChipButton icon={Brain} aria-expanded={open} onClick={() => setOpen(!open)}>
          {format.plural(factIds.length, texts.used)}
        </ChipButton>
      )}
      {(few || open) && factIds.map((factId) => <UsedChip key={factId} factId={factId} />)}
    </>
  )
}
