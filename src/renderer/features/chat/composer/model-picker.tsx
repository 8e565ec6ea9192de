import { ChevronDown, Cpu, Settings2 } from 'lucide-react'
import { act } from '../../../app/act.ts'
import { useRouter } from '../../../app/router.ts'
import { useRoute } from '../../../bridge/use-route.ts'
import { useTexts } from '../../../i18n/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { Menu, type MenuItem } from '../../../ui/menu.tsx'
import styles from './composer.module.css'

/** Which model answers, and a way to another one. */
export function ModelPicker() {
  const texts = useTexts().chat.composer
  const title = useTexts().title
  const providers = useRoute('providers.list', {}).value?.providers ?? []
  const chosen = providers.find((provider) => provider.selected)
  const items: readonly MenuItem[] = [
    ...providers.map((provider) => ({
      id: provider.id,
      label: provider.model === '' ? provider.name : provider.model,
      hint: `${provider.name} · ${provider.destination === 'local' ? title.local : provider.host}`,
      checked: provider.selected,
      onSelect: () => void act('providers.select', { id: provider.id })
    })),
    {
      id: ' none',
      label: title.memoryOnly,
      hint: title.local,
      checked: chosen === undefined,
      onSelect: () => void act('providers.select', { id: null })
    },
    { id: ' manage', label: texts.manage, icon: Settings2, onSelect: () => useRouter.getState().openPage('models') }
  ]
  const name = chosen === undefined ? texts.noModel : chosen.model === '' ? chosen.name : chosen.model
  return (
    <Menu
      label={texts.model}
      side="above"
      items={items}
      trigger={(trigger) => (
        <Button {...trigger} tone="quiet" size="small" icon={Cpu} aria-label={`${texts.model}: ${name}`} className={styles['model']}>
          <span className={styles['model-name']}>
            {name}
            <ChevronDown aria-hidden />
          </span>
        </Button>
      )}
    />
  )
}
