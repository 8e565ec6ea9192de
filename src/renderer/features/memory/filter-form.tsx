import { useRoute } from '../../bridge/use-route.ts'
import { useCatalogue } from '../../i18n/language.ts'
import { memoryText } from '../../i18n/pages/memory-text.ts'
import { Button, Select } from '../../ui/index.ts'
import { AGES, CATEGORIES, PRIVACIES, SCOPES, SOURCES, STATUSES } from './choices.ts'
import { noFilter, scopeChoice, withScope, type MemoryFilter, type ScopeChoice } from './memory-filter.ts'
import styles from './memory-filters.module.css'

export interface FilterFormProps {
  readonly filter: MemoryFilter
  readonly onFilter: (filter: MemoryFilter) => void
  readonly onProjects: () => void
}

function ScopeSelect({ filter, onFilter }: Pick<FilterFormProps, 'filter' | 'onFilter'>) {
  const texts = useCatalogue(memoryText)
  const projects = useRoute('projects.list', {}).value ?? []
  const options: readonly { readonly value: ScopeChoice; readonly label: string }[] = [
    { value: 'any', label: texts.any },
    ...SCOPES.map((value) => ({ value, label: texts.scope[value] })),
    ...projects.map(({ projectId, name }) => ({ value: `project:${projectId}` as const, label: texts.projectNamed(name) }))
  ]
  return (
    <Select
      label={texts.filterScope}
      value={scopeChoice(filter)}
      onValue={(choice) => onFilter(withScope(filter, choice))}
      options={options}
    />
  )
}

/** All choices that narrow the list. */
export function FilterForm({ filter, onFilter, onProjects }: FilterFormProps) {
  const texts = useCatalogue(memoryText)
  const any = { value: 'any', label: texts.any } as const
  return (
    <div className={styles['form']} role="group" aria-label={texts.filters}>
      <Select
        label={texts.filterStatus}
        value={filter.status}
        onValue={(status) => onFilter({ ...filter, status })}
        options={[...STATUSES.map((value) => ({ value, label: texts.status[value] })), { value: 'all', label: texts.statusAll }]}
      />
      <Select
        label={texts.filterCategory}
        value={filter.category}
        onValue={(category) => onFilter({ ...filter, category })}
        options={[any, ...CATEGORIES.map((value) => ({ value, label: texts.category[value] }))]}
      />
      <ScopeSelect filter={filter} onFilter={onFilter} />
      <Select
        label={texts.filterPrivacy}
        value={filter.privacy}
        onValue={(privacy) => onFilter({ ...filter, privacy })}
        options={[any, ...PRIVACIES.map((value) => ({ value, label: texts.privacy[value] }))]}
      />
      <Select
        label={texts.filterSource}
        value={filter.source}
        onValue={(source) => onFilter({ ...filter, source })}
        options={[any, ...SOURCES.map((value) => ({ value, label: texts.sources[value] }))]}
      />
      <Select
        label={texts.filterAge}
        value={filter.age}
        onValue={(age) => onFilter({ ...filter, age })}
        options={AGES.map((value) => ({ value, label: texts.age[value] }))}
      />
      <Select
        label={texts.filterPinned}
        value={filter.pinned ? 'yes' : 'any'}
        onValue={(pinned) => onFilter({ ...filter, pinned: pinned === 'yes' })}
        options={[any, { value: 'yes', label: texts.pinnedOnly }]}
      />
      <div className={styles['ends']}>
        <Button size="small" tone="quiet" onClick={onProjects}>
          {texts.manageProjects}
        </Button>
        <Button size="small" tone="quiet" onClick={() => onFilter({ ...noFilter, order: filter.order })}>
          {texts.clearFilters}
        </Button>
      </div>
    </div>
  )
}
