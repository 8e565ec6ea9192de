import { CircleAlert, CircleCheck, PlugZap } from 'lucide-react'
import { useCatalogue } from '../../i18n/language.ts'
import { modelsText } from '../../i18n/pages/models-text.ts'
import { Button, Select, TextField } from '../../ui/index.ts'
import type { ProviderEditing, Trial } from './use-provider-form.ts'
import styles from './models.module.css'

function Result({ trial }: { readonly trial: Trial }) {
  const texts = useCatalogue(modelsText)
  switch (trial.state) {
    case 'none':
      return null
    case 'running':
      return <span className={styles['muted']}>{texts.testing}</span>
    case 'good':
      return (
        <span className={styles['good']}>
          <CircleCheck aria-hidden />
          {texts.testGood(trial.models.length)}
        </span>
      )
    case 'failed':
      return (
        <span className={styles['failed']}>
          <CircleAlert aria-hidden />
          {trial.error}
        </span>
      )
  }
}

/** The model's name, the test, and the list that the test brings. */
export function ConnectionTest({ editing }: { readonly editing: ProviderEditing }) {
  const texts = useCatalogue(modelsText)
  const { form, change, trial, busy, test } = editing
  const models = trial.state === 'good' ? trial.models : []
  const options = form.model === '' || models.includes(form.model) ? models : [form.model, ...models]
  return (
    <>
      {models.length > 0 ? (
        <Select
          label={texts.model}
          value={form.model}
          options={options.map((value) => ({ value, label: value }))}
          onValue={(model) => change({ model })}
        />
      ) : (
        <TextField
          label={texts.model}
          hint={texts.modelHint}
          maxLength={200}
          value={form.model}
          onChange={(event) => change({ model: event.target.value })}
        />
      )}
      <div className={styles['test']}>
        <Button icon={PlugZap} busy={busy || trial.state === 'running'} onClick={() => void test()}>
          {texts.test}
        </Button>
        <span role="status" className={styles['result']}>
          <Result trial={trial} />
        </span>
      </div>
    </>
  )
}
