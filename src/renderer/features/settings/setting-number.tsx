import { useEffect, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useFormat } from '../../i18n/format.ts'
import { useCatalogue } from '../../i18n/language.ts'
import { settingsText } from '../../i18n/pages/settings-text.ts'
import { Switch, TextField } from '../../ui/index.ts'
import { numberOf, type NumberRange } from './number-text.ts'
import { SettingShell } from './setting-shell.tsx'
import { useSetting, type PatchOf } from './use-setting.ts'
import styles from './settings.module.css'

export interface SettingNumberProps {
  readonly label: string
  readonly hint?: ReactNode
  readonly value: number
  /** In the unit that is shown. */
  readonly range: NumberRange
  /** How many of the stored unit make one of the shown: 1,000 for milliseconds shown as seconds. */
  readonly scale?: number
  readonly patch: PatchOf<number>
}

/** A number, stored when the person leaves the field or presses Enter. */
export function SettingNumber({ label, hint, value, range, scale = 1, patch }: SettingNumberProps) {
  const texts = useCatalogue(settingsText)
  const format = useFormat()
  const setting = useSetting(value, patch)
  const stored = String(value / scale)
  const [draft, setDraft] = useState(stored)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => setDraft(stored), [stored])

  const commit = async (): Promise<void> => {
    const typed = numberOf(draft, range)
    if (typed === null) {
      const words = range.whole ? texts.whole : texts.number
      setProblem(words(format.number(range.min), format.number(range.max)))
      return
    }
    setProblem(null)
    const next = Math.round(typed * scale * 1_000) / 1_000
    if (next === value) setDraft(stored)
    else await setting.save(next)
  }
  return (
    <SettingShell saved={setting.saved}>
      <TextField
        label={label}
        inputMode="decimal"
        className={styles['number'] ?? ''}
        value={draft}
        error={problem ?? setting.error}
        {...(hint === undefined ? {} : { hint })}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={() => void commit()}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key === 'Enter') void commit()
        }}
      />
    </SettingShell>
  )
}

export interface SettingOptionalNumberProps extends Omit<SettingNumberProps, 'value' | 'patch' | 'scale'> {
  /** Null leaves it to someone else; `own` says to whom. */
  readonly value: number | null
  readonly own: string
  /** What the field starts with when it is no longer left to them. */
  readonly usual: number
  readonly patch: PatchOf<number | null>
}

/** A number that may be left to the model or the app. */
export function SettingOptionalNumber({ value, own, usual, patch, ...rest }: SettingOptionalNumberProps) {
  const setting = useSetting(value, patch)
  return (
    <>
      <SettingShell saved={setting.saved}>
        <Switch label={own} checked={setting.value === null} onChange={(on) => void setting.save(on ? null : usual)} />
      </SettingShell>
      {setting.value !== null && <SettingNumber {...rest} value={setting.value} patch={patch} />}
    </>
  )
}
