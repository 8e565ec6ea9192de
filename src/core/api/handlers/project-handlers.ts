import type { Deletions, Eraser } from '../../memory/forgetting/deletions.ts'
import type { ProjectStore } from '../../memory/facts/project-store.ts'
import type { Handlers } from '../router.ts'

export interface ProjectHandlerPorts {
  readonly projects: ProjectStore
  readonly deletions: Deletions
  readonly eraser: Eraser
  readonly changed: (what: 'projects' | 'conversations') => void
}

type ProjectRoutes = 'projects.list' | 'projects.create' | 'projects.rename' | 'projects.delete'

export function projectHandlers({ projects, deletions, eraser, changed }: ProjectHandlerPorts): Pick<Handlers, ProjectRoutes> {
  return {
    'projects.list': () => projects.list(),
    'projects.create': ({ name }) => {
      const projectId = projects.create(name)
      changed('projects')
      return { projectId }
    },
    'projects.rename': ({ projectId, name }) => {
      projects.rename(projectId, name)
      changed('projects')
      return { done: true }
    },
    'projects.delete': ({ projectId, undoable }) => {
      projects.require(projectId)
      if (undoable === true) return deletions.hold([{ kind: 'project', id: projectId }])
      eraser.eraseProject(projectId)
      changed('projects')
      changed('conversations')
      return { deletionId: null, until: null }
    }
  }
}
