import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { extname } from 'node:path'
import { pathToFileURL } from 'node:url'

/** How a module of the user's is read. */
export interface ModuleOptions {
  /** Reads it and what it imports again, if it was imported before. Default false. */
  readonly fresh?: boolean
  /** Files that stand for package names, so that a module finds this package where it is not installed. */
  readonly alias?: Readonly<Record<string, string>>
}

/**
 * What a JavaScript or TypeScript file of the user's exports by default. Rejects with what the file throws, or with an
 * Error when it has no default export. `path` is absolute.
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
  // What is named .mjs would go to Node, which keeps what it has read.
  if (extension !== '.mjs') return jiti.import(path)
  return jiti.evalModule(await readFile(path, 'utf8'), { filename: path, async: true, forceTranspile: true })
}

function requireModule(path: string, fresh: boolean): unknown {
  const require = createRequire(path)
  if (fresh) delete require.cache[path]
  return require(path)
}

/** CommonJS that is imported as ECMAScript may have its default one level deeper. */
function defaultOf(module: unknown): unknown {
  const inner = isRecord(module) && 'default' in module ? module['default'] : undefined
  if (inner === undefined) throw new Error('It has no default export.')
  return isRecord(inner) && inner['__esModule'] === true && 'default' in inner ? inner['default'] : inner
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
