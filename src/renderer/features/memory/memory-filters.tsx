import { useCatalogue } from '../../i18n/language.ts'
import { memoryText } from '../../i18n/pages/memory-text.ts'
import { Button, Segmented, Select } from '../../ui/index.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { CATEGORIES, PRIVACIES, SCOPES, STATUSES } from './choices.ts'
import { isFiltered, noFilter, type MemoryFilter } from './memory-filter.ts'
import styles from './memory-filters.module.css'

/** `words` lists what holds the typed words, `recall` what a turn would be given for them. */
export type MemoryView = 'words' | 'recall'

export interface MemoryFiltersProps {
  readonly filter: MemoryFilter
  readonly onFilter: (filter: MemoryFilter) => void
  readonly view: MemoryView
  readonly onView: (view: MemoryView) => void
}

function Narrow({ filter, onFilter }: Pick<MemoryFiltersProps, 'filter' | 'onFilter'>) {
  const texts = useCatalogue(memoryText)
  const any = { value: 'any', label: texts.any } as const
  return (
    <div className={styles['row']} role="group" aria-label={texts.filters}>
      <Select
        label={texts.filterPrivacy}
        value={filter.privacy}
        onValue={(privacy) => onFilter({ ...filter, privacy })}
        options={[any, ...PRIVACIES.map((value) => ({ value, label: texts.privacy[value] }))]}
      />
      <Select
        label={texts.filterCategory}
        value={filter.category}
        onValue={(category) => onFilter({ ...filter, category })}
        options={[any, ...CATEGORIES.map((value) => ({ value, label: texts.category[value] }))]}
      />
      <Select
        label={texts.filterScope}
        value={filter.scope}
        onValue={(scope) => onFilter({ ...filter, scope })}
        options={[any, ...SCOPES.map((value) => ({ value, label: texts.scope[value] }))]}
      />
      <Select
        label={texts.filterStatus}
        value={filter.status}
        onValue={(status) => onFilter({ ...filter, status })}
        options={[...STATUSES.map((value) => ({ value, label: texts.status[value] })), { value: 'all', label: texts.statusAll }]}
      />
      <Button tone="quiet" disabled={!isFiltered(filter)} onClick={() => onFilter(noFilter)}>
        {texts.clearFilters}
      </Button>
    </div>
  )
}

/** Search and filters above the list. */
export function MemoryFilters({ filter, onFilter, view, onView }: MemoryFiltersProps) {
  const texts = useCatalogue(memoryText)
  return (
    <div className={styles['filters']} role="search">
      <div className={styles['search']}>
        <SearchField
          label={texts.search}
          placeholder={texts.searchPlaceholder}
          value={filter.search}
          onValue={(search) => onFilter({ ...filter, search })}
        />
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
      </div>
      {view === 'words' && <Narrow filter={filter} onFilter={onFilter} />}
    </div>
  )
}
