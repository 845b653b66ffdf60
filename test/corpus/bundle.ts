import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * The worker in plain JavaScript, as what users install is: the loader of TypeScript gives every function that is made a
 * name by hand, a quarter of the time that a large document takes.
 *
 * @returns its path, in a folder that is the caller's to remove
 */
export async function bundleWorker(): Promise<string> {
  const folder = mkdtempSync(join(root, 'node_modules/.corpus-'))
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    build: {
      ssr: join(root, 'test/corpus/worker.ts'),
      outDir: folder,
      target: 'node20',
      minify: false,
      rollupOptions: { output: { entryFileNames: 'worker.mjs' } },
    },
  })
  return join(folder, 'worker.mjs')
}
