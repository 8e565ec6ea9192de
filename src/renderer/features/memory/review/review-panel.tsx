import { useRef, useState } from 'react'
import type { ReviewList } from '../../../../shared/model/memory.ts'
import { useCatalogue } from '../../../i18n/language.ts'
import { careText } from '../../../i18n/pages/memory-care-text.ts'
import { Segmented } from '../../../ui/index.ts'
import { Extraction } from './extraction.tsx'
import { Inbox } from './inbox.tsx'
import { Upkeep } from './upkeep.tsx'
import styles from './review.module.css'

const LISTS: readonly ReviewList[] = ['inbox', 'stale', 'unconfirmed', 'unused']

/** What waits for the person's word, and what deserves a look. */
export function ReviewPanel() {
  const care = useCatalogue(careText)
  const [list, setList] = useState<ReviewList>('inbox')
  const lists = useRef<HTMLDivElement>(null)
  // A batch that is gone takes its buttons along; the focus goes on to the lists.
  const afterBatch = (): void => {
    if (document.activeElement === document.body) lists.current?.querySelector<HTMLElement>('input:checked')?.focus()
  }
  return (
    <>
      <Extraction onGone={afterBatch} />
      <div ref={lists} className={styles['lists']}>
        <Segmented
          label={care.listsName}
          hideLabel
          value={list}
          onValue={setList}
          options={LISTS.map((value) => ({ value, label: care.lists[value] }))}
        />
      </div>
      <p className={styles['lead']}>{care.listLead[list]}</p>
      {list === 'inbox' ? <Inbox /> : <Upkeep key={list} list={list} />}
    </>
  )
}
