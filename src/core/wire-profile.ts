import type { Db } from './db/database.ts'
import type { Clock } from './kernel/clock.ts'
import type { Logger } from './kernel/logger.ts'
import { profileModel } from './llm/profile-model.ts'
import type { ProviderService } from './llm/provider-service.ts'
import { Profile } from './memory/profile/profile.ts'
import { ProfileWriter } from './memory/profile/profile-writer.ts'
import type { SettingsService } from './settings/settings-service.ts'

/** The profile, and what rewrites it with the chat's own model. */
export function wireProfile(ports: {
  readonly db: Db
  readonly clock: Clock
  readonly logger: Logger
  readonly settings: SettingsService
  readonly providers: ProviderService
  readonly holdsPrivate: (texts: readonly string[]) => boolean
  readonly onChange: () => void
}): { readonly profile: Profile; readonly profileWriter: ProfileWriter } {
  const { db, clock, logger, settings, providers, holdsPrivate, onChange } = ports
  const profile = new Profile({ db, clock, holdsPrivate, learns: () => settings.get().memory.profile, onChange })
  const profileWriter = new ProfileWriter({
    db,
    profile,
    clock,
    logger,
    holdsPrivate,
    onChange,
    language: () => settings.get().appearance.language,
    model: async () => {
      const { enabled, profile: wanted } = settings.get().memory
      const current = enabled && wanted ? await providers.currentForTurn() : null
      const port = current === null ? null : providers.port(current)
      return port === null || 'error' in port ? null : profileModel(port)
    }
  })
  return { profile, profileWriter }
}
