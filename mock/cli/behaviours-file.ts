import { access } from 'node:fs/promises'
import { extname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { messageOf } from '../../spec/util/error-message.ts'
import { importDefault } from '../../spec/util/import-default.ts'
import type { Behaviours } from '../behaviour.ts'
import { MockOptionError } from '../option-error.ts'
import type { Scenario } from '../scenarios/scenario.ts'

/** Lets a behaviours file import from `stablehand` even if that is not installed in its folder. */
const alias = {
  stablehand: fileURLToPath(new URL(`../authoring${extname(import.meta.url)}`, import.meta.url)),
}

/**
 * Loads the default export of a JavaScript or TypeScript behaviours file, bypassing the module cache. Rejects with a
 * MockOptionError if the file is unusable.
 */
export async function loadBehaviours(file: string): Promise<Behaviours> {
  const path = resolve(file)
  const exported = await defaultExportOf(path, 'behaviours')
  if (typeof exported === 'object' && exported !== null && !Array.isArray(exported))
    return exported as Behaviours
  throw new MockOptionError(`${path} must have a default export: an object of functions by operation id.`)
}

/** Like {@link loadBehaviours}, for a list of scenarios. */
export async function loadScenarios(file: string): Promise<readonly Scenario[]> {
  const path = resolve(file)
  const exported = await defaultExportOf(path, 'scenarios')
  if (Array.isArray(exported)) return exported as readonly Scenario[]
  throw new MockOptionError(`${path} must have a default export: a list of scenarios.`)
}

async function defaultExportOf(path: string, kind: string): Promise<unknown> {
  await access(path).catch(() => {
    throw new MockOptionError(`The ${kind} file ${path} does not exist.`)
  })
  return importDefault(path, { fresh: true, alias }).catch((error: unknown) => {
    const reason = messageOf(error)
    throw new MockOptionError(`${path} cannot be loaded: ${reason}`, { cause: error })
  })
}
