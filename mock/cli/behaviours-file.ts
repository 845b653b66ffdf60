import { access } from 'node:fs/promises'
import { extname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { importDefault } from '../../spec/util/import-default.ts'
import type { Behaviours } from '../behaviour.ts'
import { MockOptionError } from '../engine/option-error.ts'
import type { Scenario } from '../scenarios/scenario.ts'

/** So that a behaviours file may import from `stablehand` where it is not installed, too. */
const itself = {
  stablehand: fileURLToPath(new URL(`../authoring${extname(import.meta.url)}`, import.meta.url)),
}

/**
 * The behaviours that a JavaScript or TypeScript file exports by default; read anew each time. Rejects with a
 * MockOptionError when the file cannot be used.
 */
export async function loadBehaviours(file: string): Promise<Behaviours> {
  const path = resolve(file)
  const exported = await exportedBy(path, 'behaviours')
  if (typeof exported === 'object' && exported !== null && !Array.isArray(exported))
    return exported as Behaviours
  throw new MockOptionError(`${path} must export by default an object of functions by operation id.`)
}

/** The list of scenarios that such a file exports by default. Rejects with a MockOptionError when it cannot be used. */
export async function loadScenarios(file: string): Promise<readonly Scenario[]> {
  const path = resolve(file)
  const exported = await exportedBy(path, 'scenarios')
  if (Array.isArray(exported)) return exported as readonly Scenario[]
  throw new MockOptionError(`${path} must export by default a list of scenarios.`)
}

async function exportedBy(path: string, what: string): Promise<unknown> {
  await access(path).catch(() => {
    throw new MockOptionError(`There is no ${what} file ${path}.`)
  })
  return importDefault(path, { fresh: true, alias: itself }).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    throw new MockOptionError(`${path} cannot be read: ${reason}`, { cause: error })
  })
}
