/** POSIX locale of the environment as a language tag: `zh_CN.UTF-8` is `zh-CN`, `C` is `en-US`. */
export function localeOf(env: NodeJS.ProcessEnv): string {
  const raw = (env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || '').split(/[.@]/)[0] ?? ''
  return raw === '' || raw === 'C' || raw === 'POSIX' ? 'en-US' : raw.replace('_', '-')
}
