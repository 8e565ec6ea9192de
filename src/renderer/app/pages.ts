import { lazy } from 'react'

/** Pages beside the chat, each loaded when it is first shown. */
export const MemoryPage = lazy(async () => ({ default: (await import('../features/memory/memory-page.tsx')).MemoryPage }))
export const ReceiptsPage = lazy(async () => ({ default: (await import('../features/receipts/receipts-page.tsx')).ReceiptsPage }))
export const ModelsPage = lazy(async () => ({ default: (await import('../features/models/models-page.tsx')).ModelsPage }))
export const ToolsPage = lazy(async () => ({ default: (await import('../features/tools/tools-page.tsx')).ToolsPage }))
export const DataPage = lazy(async () => ({ default: (await import('../features/data/data-page.tsx')).DataPage }))
export const SettingsPage = lazy(async () => ({ default: (await import('../features/settings/settings-page.tsx')).SettingsPage }))

export const UnlockScreen = lazy(async () => ({ default: (await import('../features/start/unlock-screen.tsx')).UnlockScreen }))
export const CoreFailedScreen = lazy(async () => ({ default: (await import('../features/start/core-failed-screen.tsx')).CoreFailedScreen }))
export const Welcome = lazy(async () => ({ default: (await import('../features/start/welcome.tsx')).Welcome }))
