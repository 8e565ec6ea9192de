import { useEffect, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react'
import { ArrowUp, FileText, Lock, LockOpen, ScanEye, Square, X } from 'lucide-react'
import { act } from '../../../app/act.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useTexts } from '../../../i18n/messages.ts'
import { IconButton } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { ensureConversation, sendMessage } from '../send.ts'
import { useComposerRequest } from './composer-request.ts'
import { sendsOnKey } from './key-rule.ts'
import { ModePicker, type ChosenMode } from './mode-picker.tsx'
import { ModelPicker } from './model-picker.tsx'
import { becomesAttachment, composeMessage, countLines } from './paste-rule.ts'
import { prefixOf } from './prefix-hint.ts'
import { ProjectPicker } from './project-picker.tsx'
import { PreviewDialog } from './preview-dialog.tsx'
import { useDraft } from './use-draft.ts'
import styles from './composer.module.css'

interface ComposerProps {
  readonly conversationId: string | null
  /** The turn that runs here: Stop is where Send was. */
  readonly runningTurnId: string | null
}

function Attachments({ texts: pasted, onRemove }: { readonly texts: readonly string[]; readonly onRemove: (at: number) => void }) {
  const texts = useTexts().chat.composer
  const format = useFormat()
  if (pasted.length === 0) return null
  return (
    <ul role="list" className={styles['attachments']}>
      {pasted.map((text, at) => (
        <li key={at} className={styles['attachment']}>
          <FileText aria-hidden />
          <span>{texts.attachment(format.number(countLines(text)), format.bytes(new TextEncoder().encode(text).length))}</span>
          <IconButton size="small" label={texts.removeAttachment} icon={X} onClick={() => onRemove(at)} />
        </li>
      ))}
    </ul>
  )
}

function Hint({ text, locked }: { readonly text: string; readonly locked: boolean }) {
  const texts = useTexts().chat.composer
  const prefix = prefixOf(text)
  const hint =
    prefix === 'private' ? texts.hintPrivate : prefix === 'remember' ? texts.hintRemember : locked ? texts.hintLocked : texts.keys
  return <p className={cx(styles['hint'], (locked || prefix === 'private') && styles['hint-local'])}>{hint}</p>
}

/** Where a message is written. */
export function Composer({ conversationId, runningTurnId }: ComposerProps) {
  const texts = useTexts().chat.composer
  const field = useRef<HTMLTextAreaElement>(null)
  const composedAt = useRef(Number.NEGATIVE_INFINITY)
  const { draft, edit, clear } = useDraft(conversationId)
  const [locked, setLocked] = useState(false)
  const [mode, setMode] = useState<ChosenMode>('plain')
  const [sending, setSending] = useState(false)
  const [previewed, setPreviewed] = useState(false)
  const message = composeMessage(draft.text, draft.attachments)
  const ready = message !== '' && !sending && runningTurnId === null
  const options = { ...(locked ? { privacy: 'private' as const } : {}), ...(mode === 'plain' ? {} : { mode }) }

  useComposerRequest((text) => {
    edit((before) => ({ ...before, text }))
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(text.length, text.length)
    })
  })
  useEffect(() => field.current?.focus(), [])

  const send = async (): Promise<void> => {
    if (!ready) return
    setSending(true)
    const accepted = await sendMessage({ conversationId, text: message, ...options })
    setSending(false)
    if (!accepted) return
    clear()
    setLocked(false)
    field.current?.focus()
  }
  const preview = async (): Promise<void> => {
    if ((await ensureConversation(conversationId)) !== null) setPreviewed(true)
  }
  const stop = (): void => {
    if (runningTurnId !== null) void act('turn.stop', { turnId: runningTurnId })
  }
  const onPaste = (event: ClipboardEvent): void => {
    const text = event.clipboardData.getData('text/plain')
    if (!becomesAttachment(text)) return
    event.preventDefault()
    edit((before) => ({ ...before, attachments: [...before.attachments, text] }))
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && runningTurnId !== null) stop()
    if (!sendsOnKey(event.nativeEvent, performance.now() - composedAt.current)) return
    event.preventDefault()
    void send()
  }

  return (
    <div className={styles['outer']} data-composer>
      <div className={cx(styles['box'], (locked || prefixOf(draft.text) === 'private') && styles['locked'])}>
        <Attachments
          texts={draft.attachments}
          onRemove={(at) => edit((before) => ({ ...before, attachments: before.attachments.filter((_, index) => index !== at) }))}
        />
        <textarea
          ref={field}
          rows={1}
          aria-label={texts.label}
          placeholder={locked ? texts.placeholderPrivate : texts.placeholder}
          spellCheck={false}
          className={styles['field']}
          value={draft.text}
          onChange={(event) => edit((before) => ({ ...before, text: event.target.value }))}
          onCompositionEnd={() => {
            composedAt.current = performance.now()
          }}
          onPaste={onPaste}
          onKeyDown={onKeyDown}
        />
        <div className={styles['row']}>
          <IconButton
            size="small"
            label={locked ? texts.unlock : texts.lock}
            icon={locked ? Lock : LockOpen}
            pressed={locked}
            className={styles['lock']}
            onClick={() => setLocked(!locked)}
          />
          <ModelPicker />
          <ModePicker mode={mode} onChoose={setMode} />
          <ProjectPicker conversationId={conversationId} />
          <IconButton size="small" label={texts.preview} icon={ScanEye} disabled={message === ''} onClick={() => void preview()} />
          <Hint text={draft.text} locked={locked} />
          {runningTurnId === null ? (
            <IconButton
              tone="primary"
              label={texts.send}
              icon={ArrowUp}
              disabled={!ready}
              className={styles['send']}
              onClick={() => void send()}
            />
          ) : (
            <IconButton tone="primary" label={texts.stop} icon={Square} className={cx(styles['send'], styles['stop'])} onClick={stop} />
          )}
        </div>
      </div>
      {previewed && conversationId !== null && (
        <PreviewDialog input={{ conversationId, text: message, ...options }} onClose={() => setPreviewed(false)} />
      )}
    </div>
  )
}
