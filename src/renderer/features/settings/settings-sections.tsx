import type { RouteOutput } from '../../../shared/ipc/contract.ts'
import { useCatalogue } from '../../i18n/language.ts'
import { settingsText } from '../../i18n/pages/settings-text.ts'
import { SettingChoice, SettingSelect, SettingSwitch } from './setting-choice.tsx'
import { SettingNumber, SettingOptionalNumber } from './setting-number.tsx'
import { SettingText } from './setting-text.tsx'
import { SettingsGroup } from './settings-group.tsx'

type Settings = RouteOutput<'settings.get'>

const ZOOMS = [0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2]
const FRACTIONS = [0.3, 0.5, 0.7, 0.8, 0.9]
const USUAL_TEMPERATURE = 0.7
const USUAL_THRESHOLD = 24_000

const percentOf = (share: number): string => `${Math.round(share * 100)} %`

export function AppearanceSettings({ appearance }: { readonly appearance: Settings['appearance'] }) {
  const texts = useCatalogue(settingsText)
  const { language, theme, zoom } = appearance
  const zooms = [...new Set([...ZOOMS, zoom])].toSorted((a, b) => a - b)
  return (
    <SettingsGroup title={texts.appearance}>
      <SettingChoice
        label={texts.language}
        value={language}
        options={[
          { value: 'auto', label: texts.languageAuto },
          { value: 'zh', label: '中文' },
          { value: 'en', label: 'English' }
        ]}
        patch={(next) => ({ appearance: { language: next } })}
      />
      <SettingChoice
        label={texts.theme}
        value={theme}
        options={(['system', 'light', 'dark'] as const).map((value) => ({ value, label: texts.themes[value] }))}
        patch={(next) => ({ appearance: { theme: next } })}
      />
      <SettingSelect
        label={texts.zoom}
        value={String(zoom)}
        options={zooms.map((value) => ({ value: String(value), label: percentOf(value) }))}
        patch={(next) => ({ appearance: { zoom: Number(next) } })}
      />
    </SettingsGroup>
  )
}

export function ChatSettings({ chat }: { readonly chat: Settings['chat'] }) {
  const texts = useCatalogue(settingsText)
  return (
    <SettingsGroup title={texts.chat}>
      <SettingText
        kind="lines"
        label={texts.systemPrompt}
        hint={texts.systemPromptHint}
        max={20_000}
        value={chat.systemPrompt}
        patch={(systemPrompt) => ({ chat: { systemPrompt } })}
      />
      <SettingText
        kind="lines"
        label={texts.persona}
        hint={texts.personaHint}
        max={4_000}
        value={chat.persona}
        patch={(persona) => ({ chat: { persona } })}
      />
      <SettingOptionalNumber
        label={texts.temperature}
        hint={texts.temperatureHint}
        own={texts.temperatureOwn}
        usual={USUAL_TEMPERATURE}
        value={chat.temperature}
        range={{ min: 0, max: 2, whole: false }}
        patch={(temperature) => ({ chat: { temperature } })}
      />
      <SettingNumber
        label={texts.maxRounds}
        value={chat.maxRounds}
        range={{ min: 1, max: 8, whole: true }}
        patch={(maxRounds) => ({ chat: { maxRounds } })}
      />
      <SettingNumber
        label={texts.maxCalls}
        value={chat.maxCalls}
        range={{ min: 1, max: 16, whole: true }}
        patch={(maxCalls) => ({ chat: { maxCalls } })}
      />
    </SettingsGroup>
  )
}

export function MemorySettings({ memory, compaction }: Pick<Settings, 'memory' | 'compaction'>) {
  const texts = useCatalogue(settingsText)
  return (
    <>
      <SettingsGroup title={texts.memory}>
        <SettingSwitch
          label={texts.memoryEnabled}
          hint={texts.memoryEnabledHint}
          value={memory.enabled}
          patch={(enabled) => ({ memory: { enabled } })}
        />
        <SettingNumber
          label={texts.recallLimit}
          value={memory.recallLimit}
          range={{ min: 1, max: 8, whole: true }}
          patch={(recallLimit) => ({ memory: { recallLimit } })}
        />
        <SettingSelect
          label={texts.loadingMode}
          value={memory.loading}
          options={(['auto', 'tool'] as const).map((value) => ({ value, label: texts.loadings[value] }))}
          patch={(loading) => ({ memory: { loading } })}
        />
        <SettingSelect
          label={texts.extraction}
          hint={texts.extractionHint}
          value={memory.extraction}
          options={(['model', 'rules', 'off'] as const).map((value) => ({ value, label: texts.extractions[value] }))}
          patch={(extraction) => ({ memory: { extraction } })}
        />
        <SettingSwitch
          label={texts.profile}
          hint={texts.profileHint}
          value={memory.profile}
          patch={(profile) => ({ memory: { profile } })}
        />
      </SettingsGroup>
      <SettingsGroup title={texts.compaction} lead={texts.compactionHint}>
        <SettingOptionalNumber
          label={texts.thresholdTokens}
          own={texts.compactionAuto}
          usual={USUAL_THRESHOLD}
          value={compaction.thresholdTokens}
          range={{ min: 200, max: 1_000_000, whole: true }}
          patch={(thresholdTokens) => ({ compaction: { thresholdTokens } })}
        />
        <SettingNumber
          label={texts.keep}
          value={compaction.keep}
          range={{ min: 1, max: 100, whole: true }}
          patch={(keep) => ({ compaction: { keep } })}
        />
        <SettingNumber
          label={texts.maxMessages}
          value={compaction.maxMessages}
          range={{ min: 4, max: 10_000, whole: true }}
          patch={(maxMessages) => ({ compaction: { maxMessages } })}
        />
        <SettingSelect
          label={texts.fraction}
          value={String(compaction.fraction)}
          options={[...new Set([...FRACTIONS, compaction.fraction])].map((share) => ({ value: String(share), label: percentOf(share) }))}
          patch={(fraction) => ({ compaction: { fraction: Number(fraction) } })}
        />
        <SettingText
          label={texts.compactionModel}
          hint={texts.compactionModelHint}
          max={200}
          value={compaction.model}
          patch={(model) => ({ compaction: { model } })}
        />
      </SettingsGroup>
    </>
  )
}
