import { useState } from 'react'
import type { Provider } from '../../../shared/model/provider.ts'
import { act } from '../../app/act.ts'
import { useCatalogue } from '../../i18n/language.ts'
import { modelsText } from '../../i18n/pages/models-text.ts'
import { Button, Dialog, showToast } from '../../ui/index.ts'

/** Asks before a provider and its key are erased. */
export function RemoveDialog({ provider, onClose }: { readonly provider: Provider; readonly onClose: () => void }) {
  const texts = useCatalogue(modelsText)
  const [busy, setBusy] = useState(false)
  const remove = async (): Promise<void> => {
    setBusy(true)
    const done = await act('providers.delete', { id: provider.id })
    setBusy(false)
    if (done === null) return
    showToast({ text: texts.removed(provider.name) })
    onClose()
  }
  return (
    <Dialog
      title={texts.removeTitle(provider.name)}
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button tone="quiet" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button tone="danger" busy={busy} onClick={() => void remove()}>
            {texts.remove}
          </Button>
        </>
      }
    >
      <p>{texts.removeWhat}</p>
    </Dialog>
  )
}
