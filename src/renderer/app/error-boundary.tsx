import { Component, type ReactNode } from 'react'
import { CircleAlert } from 'lucide-react'
import { useErrorText } from '../i18n/errors.ts'
import { useTexts } from '../i18n/messages.ts'
import { EmptyState } from '../ui/bits.tsx'
import { Button } from '../ui/button.tsx'

function Broken({ onRetry }: { readonly onRetry: () => void }) {
  const texts = useTexts()
  const errorText = useErrorText()
  return (
    <main>
      <EmptyState
        icon={CircleAlert}
        title={errorText({ code: 'INTERNAL', message: '' })}
        action={<Button onClick={onRetry}>{texts.chat.retry}</Button>}
      />
    </main>
  )
}

/** A part of the window that fails is replaced by a sentence and a way to try again: a reload, after which running turns are followed again. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true }
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return <Broken onRetry={() => window.location.reload()} />
  }
}
