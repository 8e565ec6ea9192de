import { ChevronDown, Route } from 'lucide-react'
import type { RouteInput } from '../../../../shared/ipc/contract.ts'
import { useTexts } from '../../../i18n/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { Menu, type MenuItem } from '../../../ui/menu.tsx'
import styles from './composer.module.css'

export type ChosenMode = NonNullable<RouteInput<'turn.start'>['mode']> | 'plain'

const CHOICES: readonly ChosenMode[] = ['plain', 'auto', 'cot', 'few_shot', 'react', 'tot']

interface ModePickerProps {
  readonly mode: ChosenMode
  readonly onChoose: (mode: ChosenMode) => void
}

/** How the next messages are to be answered. */
export function ModePicker({ mode, onChoose }: ModePickerProps) {
  const texts = useTexts().chat.composer
  const items: readonly MenuItem[] = CHOICES.map((choice) => ({
    id: choice,
    label: texts.modes[choice].label,
    hint: texts.modes[choice].hint,
    checked: choice === mode,
    onSelect: () => onChoose(choice)
  }))
  const name = texts.modes[mode].label
  return (
    <Menu
      label={texts.mode}
      side="above"
      items={items}
      trigger={(trigger) => (
        <Button {...trigger} tone="quiet" size="small" icon={Route} aria-label={`${texts.mode}: ${name}`} className={styles['model']}>
          <span className={styles['model-name']}>
            {name}
            <ChevronDown aria-hidden />
          </span>
        </Button>
      )}
    />
  )
}
