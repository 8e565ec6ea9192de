import * as z from 'zod'

/** `open` may go anywhere, `ask` to a remote destination only after a yes in that turn, `private` to local destinations only. */
export const privacySchema = z.enum(['open', 'ask', 'private'])
export type Privacy = z.infer<typeof privacySchema>

/** `local` is this process or loopback; `remote` is everything else. */
export const destinationSchema = z.enum(['local', 'remote'])
export type Destination = z.infer<typeof destinationSchema>

/** Where a value comes from. Text of origin `tool` or `upload` can never change a policy, a label or a permission. */
export const originSchema = z.enum(['user', 'assistant', 'tool', 'memory', 'runtime', 'upload'])
export type Origin = z.infer<typeof originSchema>
