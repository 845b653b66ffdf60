import { access, readFile } from 'node:fs/promises'
import { dirname, extname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { messageOf } from '../../spec/util/error-message.ts'
import { importDefault } from '../../spec/util/import-default.ts'
import { checkConfig } from './check-config.ts'
import { ConfigError } from './config-error.ts'
import type { StablehandConfig } from './config.ts'

const extensions = ['ts', 'mts', 'js', 'mjs', 'cjs', 'json', 'yaml', 'yml']

/** Lets a configuration import `defineConfig` even where this package is not installed. */
const itself = {
  'stablehand/contracts': fileURLToPath(new URL(`./config${extname(import.meta.url)}`, import.meta.url)),
}

export interface LoadedConfig {
  readonly config: StablehandConfig
  /** Absolute. */
  readonly path: string
}

/**
 * Loads the configuration from `named`, or else from the nearest `stablehand.config.*` in the folder or above it, up to the
 * root of the project. Undefined if there is none; rejects with a {@link ConfigError} if it is invalid.
 */
export async function loadConfig(folder: string, named?: string): Promise<LoadedConfig | undefined> {
  const path = named === undefined ? await find(resolve(folder)) : resolve(folder, named)
  if (path === undefined) return undefined
  if (!(await exists(path))) throw new ConfigError(`The configuration file ${path} does not exist.`)
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
