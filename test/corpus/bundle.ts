import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Bundles the worker as plain JavaScript, which is what users run. The TypeScript loader sets the name of every function
 * at runtime, which would take a quarter of the time of a large document.
 *
 * @returns the path of the worker, in a folder that the caller removes
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
