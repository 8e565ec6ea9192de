import type { Profile } from '../../memory/profile/profile.ts'
import type { Handlers } from '../router.ts'

/** The profile as a look on this machine sees it, and the person's own words in it. */
export function profileHandlers(profile: Profile): Pick<Handlers, 'memory.profile' | 'memory.setProfile'> {
  return {
    'memory.profile': () => profile.view(),
    'memory.setProfile': ({ section, text }) => profile.edit(section, text)
  }
}
