import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { BookHeart } from 'lucide-react'
import type { Fact } from '../../../shared/model/memory.ts'
import type { Privacy } from '../../../shared/model/privacy.ts'
import { useErrorText } from '../../i18n/errors.ts'
import { useCatalogue } from '../../i18n/language.ts'
import { memoryText } from '../../i18n/pages/memory-text.ts'
import { EmptyState, Spinner } from '../../ui/index.ts'
import { VirtualList } from '../../ui/virtual-list.tsx'
import { FactRow } from './fact-row.tsx'
import { ForgetDialog } from './forget-dialog.tsx'
import { mergeable } from './memory-actions.ts'
import { isFiltered, type MemoryFilter } from './memory-filter.ts'
import { MergeDialog } from './merge-dialog.tsx'
import { RetractDialog } from './retract-dialog.tsx'
import { extended, nothingSelected, stillShown, toggled, type Selection } from './selection.ts'
import { SelectionBar } from './selection-bar.tsx'
import { useFacts } from './use-facts.ts'
import { useMemoryActions } from './use-memory-actions.ts'
import styles from './fact-list.module.css'

const ROW_PX = 78
/** So many can become one. */
const MERGE_MAX = 50

export interface FactListProps {
  readonly filter: MemoryFilter
  /** A fact to open, once it is there. */
  readonly wanted: string | null
  /** How many facts there are in all; null while that is not known. */
  readonly known: number | null
}

/** What is ticked, kept to what is shown. */
function useSelection(shown: readonly string[]) {
  const [ticked, setTicked] = useState<Selection>(nothingSelected)
  const last = useRef<string | null>(null)
  const list = useRef(shown)
  list.current = shown
  const selection = useMemo(() => stillShown(ticked, shown), [ticked, shown])
  const select = useCallback((factId: string, extend: boolean) => {
    setTicked((before) => (extend ? extended(before, list.current, last.current, factId) : toggled(before, factId)))
    last.current = factId
  }, [])
  const selectOnly = useCallback((factIds: readonly string[]) => setTicked(new Set(factIds)), [])
  return { selection, select, selectOnly }
}

/** When the row that had the focus is gone, the one that took its place gets it. */
function useFocusAfterLoss(facts: readonly Fact[]): (index: number) => void {
  const next = useRef<number | null>(null)
  useEffect(() => {
    const index = next.current
    if (index === null || document.activeElement !== document.body) return
    next.current = null
    const rows = [...document.querySelectorAll<HTMLElement>('[data-index] [data-row]')]
    const row = rows.find((candidate) => candidate.closest(`[data-index="${index}"]`) !== null) ?? rows.at(-1)
    row?.focus()
  }, [facts])
  return useCallback((index: number) => {
    next.current = index
  }, [])
}

function Nothing({ filter }: { readonly filter: MemoryFilter }) {
  const texts = useCatalogue(memoryText)
  return isFiltered(filter) ? (
    <EmptyState title={texts.nothingFound} />
  ) : (
    <EmptyState icon={BookHeart} title={texts.empty}>
      {texts.emptyHow}
    </EmptyState>
  )
}

/** The cards, with one of them open at the most. */
export function FactList({ filter, wanted, known }: FactListProps) {
  const texts = useCatalogue(memoryText)
  const errorText = useErrorText()
  const actions = useMemoryActions()
  const { facts, loading, complete, error, reload, more, all } = useFacts(filter)
  const ids = useMemo(() => facts.map((fact) => fact.factId), [facts])
  const { selection, select, selectOnly } = useSelection(ids)
  const [open, setOpen] = useState(wanted)
  const [forgetting, setForgetting] = useState<Fact | null>(null)
  const [retracting, setRetracting] = useState<Fact | null>(null)
  const [merging, setMerging] = useState<readonly Fact[] | null>(null)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    if (wanted !== null) setOpen(wanted)
  }, [wanted])

  const pin = useCallback((fact: Fact) => void actions.update(fact.factId, { pinned: !fact.pinned }).then(reload), [actions, reload])
  const openIndex = open === null ? -1 : ids.indexOf(open)
  const wantedIndex = wanted === null ? -1 : ids.indexOf(wanted)
  const focusNext = useFocusAfterLoss(facts)
  const wantedIsFurtherDown = wanted !== null && wantedIndex === -1 && !loading && !complete
  useEffect(() => {
    if (wantedIsFurtherDown) void all()
  }, [wantedIsFurtherDown, all])

  /** What is read already is ticked at once, the rest when it is there. */
  const selectWhole = async (): Promise<void> => {
    selectOnly(ids)
    selectOnly((await all()).map((fact) => fact.factId))
  }
  const chosen = (): readonly Fact[] => facts.filter((fact) => selection.has(fact.factId))
  const canMerge = selection.size > 1 && selection.size <= MERGE_MAX && mergeable(chosen())
  const inBulk = async (change: (facts: readonly Fact[]) => Promise<unknown>): Promise<void> => {
    setBusy(true)
    await change(chosen())
    setBusy(false)
    selectOnly([])
    reload()
  }

  if (loading) return <Spinner label={texts.loading} />
  return (
    <>
      {error !== null && (
        <p role="alert" className={styles['failed']}>
          {errorText(error)}
        </p>
      )}
      {facts.length === 0 && error === null && <Nothing filter={filter} />}
      {facts.length > 0 && (
        <>
          <SelectionBar
            selected={selection.size}
            shown={complete ? facts.length : Number.POSITIVE_INFINITY}
            count={
              complete || isFiltered(filter) ? texts.count(facts.length, complete) : texts.count(Math.max(facts.length, known ?? 0), true)
            }
            busy={busy}
            onAll={(everything) => void (everything ? selectWhole() : selectOnly([]))}
            onPrivacy={(privacy: Privacy) => void inBulk((these) => actions.setPrivacy(these, privacy))}
            onForget={() => void inBulk((these) => actions.forget(these.map((fact) => fact.factId)))}
            onMerge={canMerge ? () => setMerging(chosen()) : null}
          />
          <VirtualList
            label={texts.list}
            items={facts}
            rowHeight={ROW_PX}
            onNearEnd={more}
            reveal={wantedIndex}
            keep={openIndex === -1 ? [] : [openIndex]}
          >
            {(fact) => (
              <FactRow
                key={fact.factId}
                fact={fact}
                open={fact.factId === open}
                selected={selection.has(fact.factId)}
                onOpen={setOpen}
                onSelect={select}
                onPin={pin}
                onRenamed={setOpen}
                onForget={setForgetting}
                onRetract={setRetracting}
                showUse={filter.order === 'used'}
              />
            )}
          </VirtualList>
        </>
      )}
      {merging !== null && (
        <MergeDialog
          facts={merging}
          onClose={(factId) => {
            setMerging(null)
            if (factId === null) return
            selectOnly([])
            setOpen(factId)
            reload()
          }}
        />
      )}
      {retracting !== null && (
        <RetractDialog
          fact={retracting}
          onClose={(retracted) => {
            if (retracted) focusNext(ids.indexOf(retracting.factId))
            setRetracting(null)
          }}
        />
      )}
      {forgetting !== null && (
        <ForgetDialog
          fact={forgetting}
          onClose={(forgotten) => {
            if (forgotten) focusNext(ids.indexOf(forgetting.factId))
            setForgetting(null)
          }}
        />
      )}
    </>
  )
}
