import { AppError } from '../../kernel/app-error.ts'
import type { Handlers } from '../router.ts'
import type { TurnHub } from '../turn-hub.ts'
import type { TurnService } from '../turn-service.ts'

type TurnRoutes = 'turn.start' | 'turn.regenerate' | 'turn.stop' | 'turn.attach' | 'turn.active' | 'turn.answer' | 'turn.preview'

export function turnHandlers(ports: {
  readonly turns: TurnService
  readonly hub: TurnHub
  readonly onChange: () => void
}): Pick<Handlers, TurnRoutes> {
  const { turns, hub } = ports
  return {
    'turn.start': (input) => {
      const started = turns.start(input)
      ports.onChange()
      return started
    },
    'turn.regenerate': (input) => {
      const started = turns.regenerate(input)
      ports.onChange()
      return started
    },
    'turn.stop': ({ turnId }) => {
      hub.stop(turnId)
      return { done: true }
    },
    'turn.attach': ({ turnId, afterSeq }) => hub.attach(turnId, afterSeq ?? 0),
    'turn.active': () => hub.active(),
    // No tool asks for approval yet and no `ask` fact is offered, so no request can be pending.
    'turn.answer': () => {
      throw new AppError('NOT_FOUND', 'No such request is pending')
    },
    'turn.preview': (input) => turns.preview(input)
  }
}
