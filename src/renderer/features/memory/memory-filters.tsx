import { useId, useState } from 'react'
import { ListFilter, X } from 'lucide-react'
import { useRoute } from '../../bridge/use-route.ts'
import { useCatalogue } from '../../i18n/language.ts'
import { memoryText, type MemoryText } from '../../i18n/pages/memory-text.ts'
import { Button, ChipButton, cx, Segmented, Select } from '../../ui/index.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { ORDERS } from './choices.ts'
import { FilterForm, type FilterFormProps } from './filter-form.tsx'
import { chosenIn, without, type MemoryFilter, type Narrowing } from './memory-filter.ts'
import type { MemoryView } from './memory-place.ts'
import styles from './memory-filters.module.css'

export interface MemoryFiltersProps extends FilterFormProps {
  readonly view: MemoryView
  readonly onView: (view: MemoryView) => void
}

/** What is chosen, in the words of the form. */
function wordsOf(filter: MemoryFilter, name: Narrowing, texts: MemoryText, project: string | undefined): string {
  switch (name) {
    case 'status':
      return texts.filterChosen(texts.filterStatus, filter.status === 'all' ? texts.statusAll : texts.status[filter.status])
    case 'category':
      return filter.category === 'any' ? texts.any : texts.category[filter.category]
    case 'scope':
      return project !== undefined ? texts.projectNamed(project) : filter.scope === 'any' ? texts.any : texts.scope[filter.scope]
    case 'privacy':
      return filter.privacy === 'any' ? texts.any : texts.privacy[filter.privacy]
    case 'source':
      return filter.source === 'any' ? texts.any : texts.sources[filter.source]
    case 'age':
      return texts.age[filter.age]
    case 'pinned':
      return texts.pinnedOnly
  }
}

/** Each choice as a chip that takes it back. After the last one is gone the focus is at the button of the filters. */
function Chosen({ filter, onFilter, onLast }: Pick<FilterFormProps, 'filter' | 'onFilter'> & { readonly onLast: () => void }) {
  const texts = useCatalogue(memoryText)
  const projects = useRoute('projects.list', {}).value ?? []
  const project = projects.find(({ projectId }) => projectId === filter.projectId)?.name
  const chosen = chosenIn(filter)
  return (
    <ul role="list" className={styles['chosen']} aria-label={texts.filters}>
      {chosen.map((name) => {
        const words = wordsOf(filter, name, texts, project)
        return (
          <li key={name}>
            <ChipButton
              icon={X}
              tone="accent"
              aria-label={texts.filterRemove(words)}
              onClick={() => {
                onFilter(without(filter, name))
                onLast()
              }}
            >
              {words}
            </ChipButton>
          </li>
        )
      })}
    </ul>
  )
}

/** Search, order and filters above the list. The filters stay folded until they are asked for; what is chosen is always in sight. */
export function MemoryFilters({ filter, onFilter, view, onView, onProjects }: MemoryFiltersProps) {
  const texts = useCatalogue(memoryText)
  const formId = useId()
  const [unfolded, setUnfolded] = useState(false)
  const buttonId = useId()
  const inList = view === 'words'
  return (
    <div className={styles['filters']} role="search">
      <SearchField
        label={texts.search}
        placeholder={texts.searchPlaceholder}
        value={filter.search}
        onValue={(search) => onFilter({ ...filter, search })}
      />
      <div className={styles['row']}>
        <Segmented
          label={texts.view}
          hideLabel
          value={view}
          onValue={onView}
          options={[
            { value: 'words', label: texts.viewText },
            { value: 'recall', label: texts.viewRecall }
          ]}
        />
        {inList && (
          <div className={styles['tools']}>
            <Button
              id={buttonId}
              size="small"
              tone="quiet"
              icon={ListFilter}
              aria-expanded={unfolded}
              aria-controls={formId}
              onClick={() => setUnfolded(!unfolded)}
            >
              {texts.filters}
            </Button>
            <Select
              label={texts.order}
              hideLabel
              className={styles['order'] ?? ''}
              value={filter.order}
              onValue={(order) => onFilter({ ...filter, order })}
              options={ORDERS.map((value) => ({ value, label: texts.orders[value] }))}
            />
          </div>
        )}
      </div>
      <div id={formId} className={cx(!(inList && unfolded) && styles['folded'])}>
        {inList && unfolded && <FilterForm filter={filter} onFilter={onFilter} onProjects={onProjects} />}
      </div>
      {inList && !unfolded && chosenIn(filter).length > 0 && (
        <Chosen filter={filter} onFilter={onFilter} onLast={() => document.getElementById(buttonId)?.focus()} />
      )}
    </div>
  )
}
