import { access, readFile } from 'node:fs/promises'
import { dirname, extname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { importDefault } from '../../spec/util/import-default.ts'
import type { StablehandConfig } from './config.ts'
import { messageOf } from '../client/error-message.ts'
import { ConfigError } from './config-error.ts'
import { checkConfig } from './check-config.ts'

const extensions = ['ts', 'mts', 'js', 'mjs', 'cjs', 'json', 'yaml', 'yml']

/** So that a configuration may import `defineConfig` where this package is not installed, too. */
const itself = {
  'stablehand/contracts': fileURLToPath(new URL(`./config${extname(import.meta.url)}`, import.meta.url)),
}

export interface LoadedConfig {
  readonly config: StablehandConfig
  /** Absolute. */
  readonly path: string
}

/**
 * The configuration of that path; without one the `stablehand.config.*` of the folder or the nearest above it, not
 * beyond the project's own. Rejects with a {@link ConfigError} when there is one that cannot be used.
 */
export async function loadConfig(folder: string, named?: string): Promise<LoadedConfig | undefined> {
  const path = named === undefined ? await find(resolve(folder)) : resolve(folder, named)
  if (path === undefined) return undefined
  if (!(await exists(path))) throw new ConfigError(`There is no ${path}.`)
  return { path, config: checkConfig(await read(path), path) }
}

async function find(folder: string): Promise<string | undefined> {
  for (const extension of extensions) {
    const path = join(folder, `stablehand.config.${extension}`)
    if (await exists(path)) return path
  }
  const isProject = (await exists(join(folder, 'package.json'))) || (await exists(join(folder, '.git')))
  const above = dirname(folder)
  return isProject || above === folder ? undefined : find(above)
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

async function read(path: string): Promise<unknown> {
  try {
    const extension = extname(path)
    if (extension === '.json') return JSON.parse(await readFile(path, 'utf8')) as unknown
    if (extension === '.yaml' || extension === '.yml')
      return (await import('js-yaml')).load(await readFile(path, 'utf8')) ?? {}
    return await importDefault(path, { alias: itself })
  } catch (error) {
    throw new ConfigError(`${path} cannot be read: ${messageOf(error)}`)
  }
}
