import { useState } from 'react'
import type { RouteOutput } from '../../../shared/ipc/contract.ts'
import type { Preset, Provider } from '../../../shared/model/provider.ts'
import { useRoute } from '../../bridge/use-route.ts'
import { useErrorText } from '../../i18n/errors.ts'
import { useCatalogue } from '../../i18n/language.ts'
import { modelsText } from '../../i18n/pages/models-text.ts'
import { Page, Spinner } from '../../ui/index.ts'
import { EmbeddingModels } from './embedding-models.tsx'
import { FoundHere } from './found-here.tsx'
import { PresetList } from './preset-list.tsx'
import { formOfPreset, formOfProvider, type ProviderForm } from './provider-form.ts'
import { ProviderDialog } from './provider-dialog.tsx'
import { ProviderList } from './provider-list.tsx'
import { RemoveDialog } from './remove-dialog.tsx'

type Listed = RouteOutput<'providers.list'>

interface Editing {
  readonly form: ProviderForm
  readonly preset: Preset
}

function editOf(provider: Provider, presets: readonly Preset[]): Editing | null {
  const preset = presets.find((candidate) => candidate.preset === provider.preset)
  return preset === undefined ? null : { form: formOfProvider(provider), preset }
}

function Content({ providers, presets }: Listed) {
  const [editing, setEditing] = useState<Editing | null>(null)
  const [removing, setRemoving] = useState<Provider | null>(null)
  const taken = providers.map(({ id }) => id)
  const add = (preset: Preset, address?: { readonly baseUrl: string; readonly model: string }): void =>
    setEditing({ preset, form: { ...formOfPreset(preset, taken), ...address } })
  return (
    <>
      <ProviderList providers={providers} onEdit={(provider) => setEditing(editOf(provider, presets))} onRemove={setRemoving} />
      <FoundHere providers={providers} presets={presets} onAdd={add} />
      <PresetList presets={presets} onAdd={(preset) => add(preset)} />
      <EmbeddingModels />
      {editing !== null && (
        <ProviderDialog
          key={editing.form.id}
          start={editing.form}
          preset={editing.preset}
          stored={providers.find(({ id }) => id === editing.form.id) ?? null}
          onClose={() => setEditing(null)}
        />
      )}
      {removing !== null && <RemoveDialog provider={removing} onClose={() => setRemoving(null)} />}
    </>
  )
}

/** Who answers: connected models, what is found on this machine, and what can be added. */
export function ModelsPage() {
  const texts = useCatalogue(modelsText)
  const errorText = useErrorText()
  const { value, error } = useRoute('providers.list', {})
  return (
    <Page title={texts.title} intro={texts.lead}>
      {error !== null && <p role="alert">{errorText(error)}</p>}
      {value === undefined && error === null && <Spinner label={texts.loading} />}
      {value !== undefined && <Content {...value} />}
    </Page>
  )
}
