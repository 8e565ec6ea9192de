import type { ReactNode } from 'react'
import { Segmented, Select, Switch, type SegmentedOption, type SelectOption } from '../../ui/index.ts'
import { SettingShell } from './setting-shell.tsx'
import { useSetting, type PatchOf } from './use-setting.ts'
import styles from './settings.module.css'

function Failed({ error }: { readonly error: string | null }) {
  return error === null ? null : (
    <p role="alert" className={styles['failed']}>
      {error}
    </p>
  )
}

export interface SettingChoiceProps<V extends string> {
  readonly label: string
  readonly value: V
  readonly options: readonly SegmentedOption<V>[]
  readonly patch: PatchOf<V>
}

/** One of a few, all in sight. */
export function SettingChoice<V extends string>({ label, value, options, patch }: SettingChoiceProps<V>) {
  const setting = useSetting(value, patch)
  return (
    <SettingShell saved={setting.saved}>
      <Segmented label={label} options={options} value={setting.value} onValue={(next) => void setting.save(next)} />
      <Failed error={setting.error} />
    </SettingShell>
  )
}

export interface SettingSelectProps<V extends string> {
  readonly label: string
  readonly hint?: ReactNode
  readonly value: V
  readonly options: readonly SelectOption<V>[]
  readonly patch: PatchOf<V>
}

/** One of many, in a list that opens. */
export function SettingSelect<V extends string>({ label, hint, value, options, patch }: SettingSelectProps<V>) {
  const setting = useSetting(value, patch)
  return (
    <SettingShell saved={setting.saved}>
      <Select
        label={label}
        options={options}
        value={setting.value}
        error={setting.error}
        {...(hint === undefined ? {} : { hint })}
        className={styles['choice'] ?? ''}
        onValue={(next) => void setting.save(next)}
      />
    </SettingShell>
  )
}

export interface SettingSwitchProps {
  readonly label: string
  readonly hint?: ReactNode
  readonly value: boolean
  readonly patch: PatchOf<boolean>
}

/** On or off. */
export function SettingSwitch({ label, hint, value, patch }: SettingSwitchProps) {
  const setting = useSetting(value, patch)
  return (
    <div className={styles['setting']}>
      <Switch label={label} checked={setting.value} {...(hint === undefined ? {} : { hint })} onChange={(on) => void setting.save(on)} />
      <Failed error={setting.error} />
    </div>
  )
}
