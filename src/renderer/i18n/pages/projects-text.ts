import type { Catalogue } from '../language.ts'

const en = {
  title: 'Projects',
  lead: 'What is learned about a project is only used in its conversations.',
  newName: 'Name of a new project',
  create: 'Create',
  none: 'There are no projects yet.',
  list: 'Projects',
  counts: (conversations: number, facts: number) =>
    `${conversations === 1 ? '1 conversation' : `${conversations} conversations`}, ${facts === 1 ? '1 fact' : `${facts} facts`}`,
  rename: (name: string) => `Rename: ${name}`,
  renameLabel: 'New name',
  save: 'Save',
  cancel: 'Cancel',
  remove: (name: string) => `Delete: ${name}`,
  removeTitle: 'Delete this project?',
  removeWhat: (facts: number) =>
    facts === 0
      ? 'Its conversations stay, outside of any project.'
      : `${facts === 1 ? 'Its 1 fact is' : `Its ${facts} facts are`} forgotten. Its conversations stay, outside of any project.`,
  removeGo: 'Delete',
  removed: (name: string) => `Deleted: ${name}`,
  back: 'The project is back.',
  done: 'Done'
}

export type ProjectsText = typeof en

const zh: ProjectsText = {
  title: '项目',
  lead: '关于一个项目的记忆，只在它的对话里使用。',
  newName: '新项目的名称',
  create: '新建',
  none: '还没有项目。',
  list: '项目列表',
  counts: (conversations, facts) => `${conversations} 段对话，${facts} 条记忆`,
  rename: (name) => `重命名：${name}`,
  renameLabel: '新的名称',
  save: '保存',
  cancel: '取消',
  remove: (name) => `删除：${name}`,
  removeTitle: '要删除这个项目吗？',
  removeWhat: (facts) =>
    facts === 0 ? '它的对话会留下，不再属于任何项目。' : `它的 ${facts} 条记忆会被忘掉。它的对话会留下，不再属于任何项目。`,
  removeGo: '删除',
  removed: (name) => `已删除：${name}`,
  back: '项目已经找回。',
  done: '完成'
}

export const projectsText: Catalogue<ProjectsText> = { zh, en }
