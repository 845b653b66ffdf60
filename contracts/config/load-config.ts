import { access, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, extname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { load } from 'js-yaml'
import type { StablehandConfig } from '../config.ts'
import { ConfigError } from '../hook.ts'
import { checkConfig } from './check-config.ts'

const extensions = ['ts', 'mts', 'js', 'mjs', 'cjs', 'json', 'yaml', 'yml']

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
    if (extension === '.yaml' || extension === '.yml') return load(await readFile(path, 'utf8')) ?? {}
    return defaultOf(await (/^\.[mc]?ts$/.test(extension) ? importTypeScript(path) : importModule(path)))
  } catch (error) {
    if (error instanceof ConfigError) throw error
    throw new ConfigError(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

const importModule = (path: string): Promise<unknown> => import(pathToFileURL(path).href)

/** CommonJS that is imported as ECMAScript may have its default one level deeper. */
function defaultOf(module: unknown): unknown {
  const inner = isRecord(module) && 'default' in module ? module['default'] : undefined
  if (inner === undefined) throw new ConfigError('It has no default export.')
  return isRecord(inner) && inner['__esModule'] === true && 'default' in inner ? inner['default'] : inner
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** By Node itself where it can, else by what the project has for it. */
async function importTypeScript(path: string): Promise<unknown> {
  try {
    return await importModule(path)
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_UNKNOWN_FILE_EXTENSION') throw error
  }
  const loaders = [throughTsx, throughJiti]
  for (const through of loaders) {
    const importing = await through(path)
    if (importing) return importing()
  }
  throw new ConfigError(
    `${path} needs Node 22.18 or later, or tsx or jiti installed beside it; or write it as .js, .json or .yaml.`,
  )
}

type Importing = (() => unknown) | undefined

/** From its package.json: what `require` would find cannot import modules. */
const tsxEntry = '../dist/esm/api/index.mjs'

async function throughTsx(path: string): Promise<Importing> {
  const api = await installed<{ tsImport(url: string, from: string): Promise<unknown> }>(
    path,
    'tsx/package.json',
    tsxEntry,
  )
  const url = pathToFileURL(path).href
  return api && (() => api.tsImport(url, url))
}

async function throughJiti(path: string): Promise<Importing> {
  const api = await installed<{ createJiti(from: string): { import(path: string): Promise<unknown> } }>(
    path,
    'jiti',
  )
  return api && (() => api.createJiti(path).import(path))
}

/** A package as the configuration's own folder sees it. */
async function installed<T>(path: string, name: string, entry = ''): Promise<T | undefined> {
  try {
    return (await importModule(join(createRequire(path).resolve(name), entry))) as T
  } catch {
    return undefined
  }
}
