/** Addresses of the built workers: inputs of the build of their own, beside the main bundle. */
export const workerUrls = {
  core: new URL('./core.worker.js', import.meta.url),
  embed: new URL('./embed.worker.js', import.meta.url)
} as const
