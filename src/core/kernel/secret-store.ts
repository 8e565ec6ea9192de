/** Where API keys live. Names are like `provider:deepseek`. Values never reach the database, a log or an export. */
export interface SecretStore {
  get(name: string): string | null
  set(name: string, value: string): void
  delete(name: string): void
}
