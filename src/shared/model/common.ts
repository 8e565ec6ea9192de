import * as z from 'zod'

/** An identifier as the product makes them: printable, short, no spaces. */
export const idSchema = z
  .string()
  .min(1)
  .max(128)
  .regex(/^[\w.:-]+$/)

/** An ISO 8601 time with zone. */
export const isoTimeSchema = z.iso.datetime({ offset: true })
