export * from './replies.ts'
export { startScriptedServer } from './server.ts'
export type * from './types.ts'
