import { useId, useState, type FormEvent } from 'react'
import type { Preset, Provider } from '../../../shared/model/provider.ts'
import { useCatalogue } from '../../i18n/language.ts'
import { modelsText } from '../../i18n/pages/models-text.ts'
import { Button, Dialog, TextField } from '../../ui/index.ts'
import { ConnectionTest } from './connection-test.tsx'
import { KeyField } from './key-field.tsx'
import { looksLoopback, problemsOf, type ProviderForm } from './provider-form.ts'
import { useProviderForm, type ProviderEditing } from './use-provider-form.ts'
import styles from './models.module.css'

export interface ProviderDialogProps {
  readonly start: ProviderForm
  readonly preset: Preset
  /** The provider as it is stored; null for a new one. */
  readonly stored: Provider | null
  readonly onClose: () => void
}

function DeclaredRemote({ form, change }: Pick<ProviderEditing, 'form' | 'change'>) {
  const texts = useCatalogue(modelsText)
  const id = useId()
  if (!looksLoopback(form.baseUrl.trim())) return null
  return (
    <div>
      <label className={styles['check']}>
        <input
          type="checkbox"
          aria-describedby={id}
          checked={form.declaredRemote}
          onChange={(event) => change({ declaredRemote: event.target.checked })}
        />
        <span>{texts.destinationRemote}</span>
      </label>
      <p id={id} className={styles['muted']}>
        {texts.destinationRemoteHint}
      </p>
    </div>
  )
}

interface FieldsProps {
  readonly editing: ProviderEditing
  readonly preset: Preset
  readonly stored: Provider | null
  readonly isNew: boolean
}

function Fields({ editing, preset, stored, isNew }: FieldsProps) {
  const texts = useCatalogue(modelsText)
  const { form, change, checked } = editing
  const problems = checked ? problemsOf(form) : []
  return (
    <>
      {(preset.preset === 'custom' || !isNew) && (
        <TextField label={texts.name} maxLength={60} value={form.name} onChange={(event) => change({ name: event.target.value })} />
      )}
      <TextField
        type="url"
        data-focus={form.baseUrl === '' || undefined}
        label={texts.baseUrl}
        hint={texts.baseUrlHint}
        error={problems.includes('baseUrl') ? texts.baseUrlBad : null}
        maxLength={500}
        value={form.baseUrl}
        onChange={(event) => change({ baseUrl: event.target.value })}
      />
      <DeclaredRemote form={form} change={change} />
      <KeyField editing={editing} preset={preset} stored={stored} />
      <ConnectionTest editing={editing} />
      <TextField
        label={texts.contextWindow}
        hint={texts.contextWindowHint}
        error={problems.includes('contextWindow') ? texts.contextWindowBad : null}
        inputMode="numeric"
        value={form.contextWindow}
        onChange={(event) => change({ contextWindow: event.target.value })}
      />
    </>
  )
}

/** Connects a provider or changes one: address, key, model, and a test that says how it went. */
export function ProviderDialog({ start, preset, stored, onClose }: ProviderDialogProps) {
  const texts = useCatalogue(modelsText)
  const formId = useId()
  const editing = useProviderForm(start)
  const [isNew] = useState(stored === null)
  const name = (isNew ? null : stored?.name) ?? (preset.name === '' ? texts.customName : preset.name)

  const finish = async (use: boolean): Promise<void> => {
    if (await editing.save(use)) onClose()
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void finish(editing.form.model.trim() !== '')
  }
  return (
    <Dialog
      title={isNew ? texts.addOf(name) : texts.editOf(name)}
      onClose={onClose}
      footer={
        <>
          <Button busy={editing.busy} onClick={() => void finish(false)}>
            {texts.save}
          </Button>
          <Button type="submit" form={formId} tone="primary" busy={editing.busy} disabled={editing.form.model.trim() === ''}>
            {texts.saveUse}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className={styles['form']} onSubmit={submit}>
        <Fields editing={editing} preset={preset} stored={stored} isNew={isNew} />
        {editing.failed !== null && (
          <p role="alert" className={styles['failed']}>
            {editing.failed}
          </p>
        )}
      </form>
    </Dialog>
  )
}
