import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { extname } from 'node:path'
import { pathToFileURL } from 'node:url'

/** How a user's module is imported. */
export interface ModuleOptions {
  /** Whether to load the module and its imports again if they were loaded before. Default false. */
  readonly fresh?: boolean
  /** Files by package name, so that a module finds this package even where it is not installed. */
  readonly alias?: Readonly<Record<string, string>>
}

/**
 * Imports a user's JavaScript or TypeScript file and returns its default export. Rejects with whatever the file throws, or
 * with an Error when it has no default export. `path` is absolute.
 */
export async function importDefault(path: string, options: ModuleOptions = {}): Promise<unknown> {
  return defaultOf(await importModule(path, options))
}

async function importModule(path: string, { fresh = false, alias }: ModuleOptions): Promise<unknown> {
  const extension = extname(path)
  if (extension === '.cjs') return { default: requireModule(path, fresh) }
  if (/^\.m?js$/.test(extension) && !fresh && alias === undefined) return import(pathToFileURL(path).href)
  const { createJiti } = await import('jiti')
  const jiti = createJiti(path, {
    moduleCache: !fresh,
    fsCache: false,
    ...(alias && { alias: { ...alias } }),
  })
  // jiti leaves .mjs files to Node, whose module cache cannot be cleared.
  if (extension !== '.mjs') return jiti.import(path)
  return jiti.evalModule(await readFile(path, 'utf8'), { filename: path, async: true, forceTranspile: true })
}

function requireModule(path: string, fresh: boolean): unknown {
  const require = createRequire(path)
  if (fresh) delete require.cache[path]
  return require(path)
}

/** CommonJS transpiled from ES modules has its default export one level deeper. */
function defaultOf(module: unknown): unknown {
  const inner = isRecord(module) && 'default' in module ? module['default'] : undefined
  if (inner === undefined) throw new Error('The file has no default export.')
  return isRecord(inner) && inner['__esModule'] === true && 'default' in inner ? inner['default'] : inner
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
