import { cp, mkdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stringifyJson, type Json } from '../../spec/json.ts'
import { loadDocument } from '../../spec/load.ts'
import { messageOf } from '../../spec/util/error-message.ts'
import { createMock } from '../index.ts'
import { MockOptionError } from '../option-error.ts'
import { settingsFile, type DemoSettings } from './settings.ts'

export interface DemoOptions {
  /** Path or URL of an OpenAPI document. The embedded Pet Store by default. */
  readonly document?: string
  readonly seed: string
  readonly world: Json
  readonly now?: string
  /** Folder to write to. Created if it does not exist. */
  readonly out: string
}

/** Built by `npm run build`: the page with the mock and MSW, and MSW's worker script of the same version. */
const prebuilt = fileURLToPath(new URL('../../demo/', import.meta.url))

/**
 * Writes a page that runs the mock, and a service worker that passes the page's requests to it. Works at any path of any
 * static host. Rejects with a SpecError if the document is unusable, with a MockOptionError if an option is invalid.
 */
export async function exportDemo({ document, seed, world, now, out }: DemoOptions): Promise<void> {
  const settings: DemoSettings = {
    ...(document !== undefined && { document: (await loadDocument(document)).root as unknown as Json }),
    seed,
    world,
    ...(now !== undefined && { now }),
  }
  await assertUsable(settings)
  await copyPrebuilt(out)
  await writeFile(join(out, settingsFile), stringifyJson(settings as unknown as Json))
}

/** Creates the mock as the page would, so that errors appear now rather than in the browser. */
async function assertUsable({ document, ...options }: DemoSettings): Promise<void> {
  const mock = await createMock({
    ...options,
    world: options.world as NonNullable<NonNullable<Parameters<typeof createMock>[0]>['world']>,
    ...(document !== undefined && { document: document as object }),
  })
  await mock.close()
}

async function copyPrebuilt(out: string): Promise<void> {
  if (!(await stat(prebuilt).catch(() => undefined)))
    throw new MockOptionError('The demo page is not built. Run `npm run build` first.')
  try {
    await mkdir(out, { recursive: true })
    await cp(prebuilt, out, { recursive: true })
  } catch (error) {
    throw new MockOptionError(`${out} cannot be written: ${messageOf(error)}`, {
      cause: error,
    })
  }
}
