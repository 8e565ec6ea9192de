import { useState } from 'react'
import type { ErrorData } from '../../../shared/model/errors.ts'
import { call } from '../../bridge/call.ts'
import { useErrorText } from '../../i18n/errors.ts'
import { useCatalogue } from '../../i18n/language.ts'
import { modelsText } from '../../i18n/pages/models-text.ts'
import { showToast } from '../../ui/index.ts'
import { trialText } from './trial-text.ts'
import { draftOf, problemsOf, type ProviderForm } from './provider-form.ts'

export type Trial =
  | { readonly state: 'none' }
  | { readonly state: 'running' }
  | { readonly state: 'good'; readonly models: readonly string[] }
  | { readonly state: 'failed'; readonly error: string }

export interface ProviderEditing {
  readonly form: ProviderForm
  readonly change: (part: Partial<ProviderForm>) => void
  readonly key: string
  readonly setKey: (key: string) => void
  readonly trial: Trial
  /** Why saving failed, in a sentence. */
  readonly failed: string | null
  readonly busy: boolean
  /** True once the person tried to save, so that problems are named beside their fields. */
  readonly checked: boolean
  readonly test: () => Promise<void>
  readonly save: (use: boolean) => Promise<boolean>
  readonly removeKey: () => Promise<void>
}

/** Saves a provider being typed, with its key; the connection test works on what is saved, so it saves first. */
export function useProviderForm(start: ProviderForm): ProviderEditing {
  const texts = useCatalogue(modelsText)
  const errorText = useErrorText()
  const [form, setForm] = useState(start)
  const [key, setKey] = useState('')
  const [trial, setTrial] = useState<Trial>({ state: 'none' })
  const [failed, setFailed] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [checked, setChecked] = useState(false)

  const store = async (): Promise<ErrorData | null> => {
    const saved = await call('providers.save', draftOf(form))
    if (!saved.ok) return saved.error
    if (key.trim() === '') return null
    const stored = await call('providers.setKey', { id: form.id, key: key.trim() })
    if (stored.ok) setKey('')
    return stored.ok ? null : stored.error
  }
  /** Runs with the buttons held. @returns true when nothing was wrong. */
  const attempt = async (step: () => Promise<ErrorData | null>): Promise<boolean> => {
    setChecked(true)
    if (problemsOf(form).length > 0) return false
    setBusy(true)
    const error = await step()
    setBusy(false)
    setFailed(error === null ? null : errorText(error))
    return error === null
  }

  const test = async (): Promise<void> => {
    setTrial({ state: 'running' })
    const stored = await attempt(store)
    if (!stored) {
      setTrial({ state: 'none' })
      return
    }
    const result = await call('providers.test', { id: form.id })
    setTrial(
      result.ok
        ? { state: 'good', models: result.value.models }
        : { state: 'failed', error: trialText(result.error, texts) ?? errorText(result.error) }
    )
    const first = result.ok ? result.value.models[0] : undefined
    if (first !== undefined) setForm((before) => (before.model.trim() === '' ? { ...before, model: first } : before))
  }
  const save = (use: boolean): Promise<boolean> =>
    attempt(async () => {
      const error = await store()
      if (error !== null) return error
      if (!use) {
        showToast({ text: texts.saved })
        return null
      }
      const model = form.model.trim()
      const chosen = await call('providers.select', { id: form.id, ...(model === '' ? {} : { model }) })
      if (!chosen.ok) return chosen.error
      showToast({ text: texts.using(chosen.value.model ?? form.id) })
      return null
    })
  const removeKey = async (): Promise<void> => {
    const result = await call('providers.setKey', { id: form.id, key: '' })
    if (result.ok) showToast({ text: texts.keyRemoved })
    else setFailed(errorText(result.error))
  }
  return {
    form,
    change: (part) => setForm((before) => ({ ...before, ...part })),
    key,
    setKey,
    trial,
    failed,
    busy,
    checked,
    test,
    save,
    removeKey
  }
}
