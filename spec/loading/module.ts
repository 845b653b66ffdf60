import { extname } from 'node:path'
import { pathToFileURL } from 'node:url'

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
  const isPlain = /^\.[mc]?js$/.test(extname(path))
  if (isPlain && !fresh && alias === undefined) return import(pathToFileURL(path).href)
  const { createJiti } = await import('jiti')
  return createJiti(path, {
    moduleCache: !fresh,
    fsCache: false,
    ...(alias && { alias: { ...alias } }),
  }).import(path)
}

/** CommonJS that is imported as ECMAScript may have its default one level deeper. */
function defaultOf(module: unknown): unknown {
  const inner = isRecord(module) && 'default' in module ? module['default'] : undefined
  if (inner === undefined) throw new Error('It has no default export.')
  return isRecord(inner) && inner['__esModule'] === true && 'default' in inner ? inner['default'] : inner
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
