import { cp, mkdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stringifyJson, type Json } from '../../spec/json.ts'
import { loadDocument } from '../../spec/load.ts'
import { MockOptionError } from '../engine/option-error.ts'
import { createMock } from '../index.ts'
import { settingsFile, type DemoSettings } from './settings.ts'

/** What a demo shows, and where it is written. */
export interface DemoOptions {
  /** A path or URL; the Pet Store when absent. */
  readonly document?: string
  readonly seed: string
  readonly world: Json
  readonly now?: string
  /** Folder to write to; made when it is not there. */
  readonly out: string
}

/** Made by the build: the page, the mock and MSW, with MSW's worker script of the same version. */
const prebuilt = fileURLToPath(new URL('../../demo/', import.meta.url))

/**
 * Writes a demo that any static host can serve, in any folder: a page that holds the mock, and a service worker that hands
 * it the page's requests. Rejects with a SpecError or a MockOptionError when the options cannot be used.
 */
export async function exportDemo({ document, seed, world, now, out }: DemoOptions): Promise<void> {
  const settings: DemoSettings = {
    ...(document !== undefined && { document: (await loadDocument(document)).root as unknown as Json }),
    seed,
    world,
    ...(now !== undefined && { now }),
  }
  await tried(settings)
  await copyPrebuilt(out)
  await writeFile(join(out, settingsFile), stringifyJson(settings as unknown as Json))
}

/** What the page would do at its start: better told now. */
async function tried({ document, ...options }: DemoSettings): Promise<void> {
  const mock = await createMock({
    ...options,
    world: options.world as NonNullable<NonNullable<Parameters<typeof createMock>[0]>['world']>,
    ...(document !== undefined && { document: document as object }),
  })
  await mock.close()
}

async function copyPrebuilt(out: string): Promise<void> {
  if (!(await stat(prebuilt).catch(() => undefined)))
    throw new MockOptionError("The demo's page is not built: run `npm run build` first.")
  try {
    await mkdir(out, { recursive: true })
    await cp(prebuilt, out, { recursive: true })
  } catch (error) {
    throw new MockOptionError(`${out} cannot be written: ${error instanceof Error ? error.message : ''}`, {
      cause: error,
    })
  }
}
