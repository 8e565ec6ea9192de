import { useEffect, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useFormat } from '../../i18n/format.ts'
import { useCatalogue } from '../../i18n/language.ts'
import { settingsText } from '../../i18n/pages/settings-text.ts'
import { TextArea, TextField } from '../../ui/index.ts'
import { SettingShell } from './setting-shell.tsx'
import { isAddress } from './setting-checks.ts'
import { useSetting, type PatchOf } from './use-setting.ts'

export interface SettingTextProps {
  readonly label: string
  readonly hint?: ReactNode
  readonly value: string
  readonly patch: PatchOf<string>
  /** `address` takes an http or https address, `lines` is a larger box. */
  readonly kind?: 'address' | 'lines'
  /** An address may be left empty. */
  readonly optional?: boolean
  /** Characters at the most. */
  readonly max?: number
  readonly placeholder?: string
}

const TEXT_MAX = 500

/** A written setting, stored when the person leaves the field or presses Enter. What is wrong is said beside it. */
export function SettingText({ label, hint, value, patch, kind, optional = false, max = TEXT_MAX, placeholder }: SettingTextProps) {
  const texts = useCatalogue(settingsText)
  const format = useFormat()
  const setting = useSetting(value, patch)
  const [draft, setDraft] = useState(value)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => setDraft(value), [value])

  const problemOf = (text: string): string | null => {
    if (text.length > max) return texts.tooLong(format.number(max))
    if (kind === 'address' && !(optional && text === '') && !isAddress(text)) return texts.address
    return null
  }
  const commit = async (): Promise<void> => {
    const text = kind === 'lines' ? draft : draft.trim()
    if (text === value) {
      setProblem(null)
      setDraft(value)
      return
    }
    const found = problemOf(text)
    setProblem(found)
    if (found === null) await setting.save(text)
  }
  const props = {
    label,
    value: draft,
    placeholder,
    error: problem ?? setting.error,
    ...(hint === undefined ? {} : { hint }),
    onBlur: () => void commit()
  }
  return (
    <SettingShell saved={setting.saved}>
      {kind === 'lines' ? (
        <TextArea {...props} rows={3} onChange={(event) => setDraft(event.target.value)} />
      ) : (
        <TextField
          {...props}
          onChange={(event) => setDraft(event.target.value)}
          onKeyDown={(event: KeyboardEvent) => {
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) void commit()
          }}
        />
      )}
    </SettingShell>
  )
}
