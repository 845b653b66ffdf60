import { cp, mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'

export interface BuiltPage {
  readonly folder: string
  remove(): Promise<void>
}

/** Builds a page with Vite and relative URLs, and copies MSW's service worker next to it. */
export async function buildPage(root: string): Promise<BuiltPage> {
  const folder = await mkdtemp(join(tmpdir(), 'page-'))
  await build({
    configFile: false,
    root,
    base: './',
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true, target: 'es2023', reportCompressedSize: false },
  })
  const worker = createRequire(import.meta.url).resolve('msw/mockServiceWorker.js')
  await cp(worker, join(folder, 'mockServiceWorker.js'))
  return { folder, remove: () => rm(folder, { recursive: true }) }
}
