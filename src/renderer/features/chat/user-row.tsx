import { useEffect, useRef, useState } from 'react'
import { Check, Copy, Lock, PencilLine } from 'lucide-react'
import { useFormat } from '../../i18n/format.ts'
import { useTexts } from '../../i18n/messages.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { sendsOnKey } from './composer/key-rule.ts'
import type { UserView } from './rows.ts'
import { sendMessage } from './send.ts'
import { useCopied } from './use-copied.ts'
import { UserText } from './user-text.tsx'
import { Versions } from './versions.tsx'
import styles from './transcript.module.css'

function Editor({
  user,
  conversationId,
  onDone
}: {
  readonly user: UserView
  readonly conversationId: string
  readonly onDone: () => void
}) {
  const texts = useTexts()
  const ref = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(user.text)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    const field = ref.current
    field?.focus()
    field?.setSelectionRange(field.value.length, field.value.length)
  }, [])
  const send = async (): Promise<void> => {
    if (text.trim() === '' || busy) return
    setBusy(true)
    const accepted = await sendMessage({
      conversationId,
      text,
      editOf: user.messageId,
      ...(user.privacy === 'open' ? {} : { privacy: user.privacy })
    })
    setBusy(false)
    if (accepted) onDone()
  }
  return (
    <div className={styles['editor']}>
      <textarea
        ref={ref}
        aria-label={texts.chat.editing.label}
        value={text}
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onDone()
          if (!sendsOnKey(event.nativeEvent)) return
          event.preventDefault()
          void send()
        }}
      />
      <div className={styles['editor-foot']}>
        <span>{texts.chat.editing.hint}</span>
        <Button size="small" tone="quiet" onClick={onDone}>
          {texts.ui.cancel}
        </Button>
        <Button size="small" tone="primary" busy={busy} disabled={text.trim() === ''} onClick={() => void send()}>
          {texts.chat.editing.send}
        </Button>
      </div>
    </div>
  )
}

/** What the person wrote: a soft block at the right; private ones carry a lock and say that they stayed. */
export function UserRow({ user, conversationId }: { readonly user: UserView; readonly conversationId: string | null }) {
  const texts = useTexts()
  const format = useFormat()
  const [editing, setEditing] = useState(false)
  const { copied, copy } = useCopied()
  const kept = user.privacy === 'private'
  if (editing && conversationId !== null) return <Editor user={user} conversationId={conversationId} onDone={() => setEditing(false)} />
  return (
    <article className={styles['user']} aria-label={texts.chat.you}>
      <div className={cx(styles['user-block'], kept && styles['private'])}>
        <UserText text={user.text} />
        {kept && (
          <p className={styles['stayed']}>
            <Lock aria-hidden />
            {texts.chat.stayedHere}
          </p>
        )}
      </div>
      <div className={styles['tools']} role="group" aria-label={texts.chat.actions.group}>
        {user.createdAt !== null && (
          <time className={styles['time']} dateTime={user.createdAt}>
            {format.time(user.createdAt)}
          </time>
        )}
        <IconButton
          size="small"
          label={copied ? texts.ui.copied : texts.ui.copy}
          icon={copied ? Check : Copy}
          onClick={() => copy(user.text)}
        />
        {conversationId !== null && (
          <IconButton size="small" label={texts.chat.actions.edit} icon={PencilLine} onClick={() => setEditing(true)} />
        )}
        {conversationId !== null && <Versions conversationId={conversationId} messageId={user.messageId} siblings={user.siblings} />}
      </div>
    </article>
  )
}
