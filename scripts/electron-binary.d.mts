export function findElectron(root: string, env?: NodeJS.ProcessEnv): string | null
export function fetchElectron(root: string, env?: NodeJS.ProcessEnv): string | null
