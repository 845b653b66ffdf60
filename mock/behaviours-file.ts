import { access } from 'node:fs/promises'
import { extname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { importDefault } from '../spec/loading/module.ts'
import type { Behaviours } from './behaviour.ts'
import { MockOptionError } from './engine/option-error.ts'

/** So that a behaviours file may import from `stablehand` where it is not installed, too. */
const itself = { stablehand: fileURLToPath(new URL(`./authoring${extname(import.meta.url)}`, import.meta.url)) }

/**
 * The behaviours that a JavaScript or TypeScript file exports by default; read anew each time. Rejects with a
 * MockOptionError when the file cannot be used.
 */
export async function loadBehaviours(file: string): Promise<Behaviours> {
  const path = resolve(file)
  await access(path).catch(() => {
    throw new MockOptionError(`There is no behaviours file ${path}.`)
  })
  const exported = await importDefault(path, { fresh: true, alias: itself }).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    throw new MockOptionError(`${path} cannot be read: ${reason}`, { cause: error })
  })
  if (typeof exported === 'object' && exported !== null && !Array.isArray(exported))
    return exported as Behaviours
  throw new MockOptionError(`${path} must export by default an object of functions by operation id.`)
}
