/** Structured-clone values as text. Throws for what cannot be cloned, and by path for a value that contains itself. */
export function encode(value: unknown): string
export function decode(text: string): unknown
