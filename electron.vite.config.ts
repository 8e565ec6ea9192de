import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import type { Plugin } from 'vite'

const at = (path: string) => join(import.meta.dirname, path)

/** Writes the list of all files of the window: the only ones that `app://main/` serves. */
function fileManifest(): Plugin {
  return {
    name: 'hearth-file-manifest',
    writeBundle(options, bundle) {
      if (options.dir) writeFileSync(join(options.dir, 'files.json'), JSON.stringify(Object.keys(bundle).toSorted()))
    }
  }
}

export default defineConfig({
  main: {
    build: {
      externalizeDeps: { exclude: ['zod'] },
      rolldownOptions: {
        // Workers are inputs of their own: `new Worker(new URL('./x.ts', …))` would leave an address that is not in the bundle.
        input: {
          index: at('src/main/index.ts'),
          'core.worker': at('src/core/host/core-worker.ts'),
          'embed.worker': at('src/core/memory/embedding/embed-worker.ts')
        },
        output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' }
      }
    }
  },
  preload: {
    build: {
      rolldownOptions: { input: { index: at('src/preload/index.ts') }, output: { format: 'cjs', entryFileNames: '[name].cjs' } }
    }
  },
  renderer: {
    root: at('src/renderer'),
    base: './',
    plugins: [react(), fileManifest()],
    build: {
      minify: true,
      // Inlined files become data: addresses, which the content security policy forbids.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: at('src/renderer/index.html') }
    }
  }
})
