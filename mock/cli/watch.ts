import { dirname, extname, resolve, sep } from 'node:path'
import { messageOf } from '../../spec/util/error-message.ts'
import type { Log } from './log.ts'
import type { Reloadable } from './reloadable.ts'

export interface Watched {
  /** Path of the document. Undefined for a URL or the embedded document. */
  readonly document: string | undefined
  readonly behaviours: string | undefined
  /** Files that the mock itself writes. */
  readonly ignored: readonly string[]
}

const documentExtensions = ['.yaml', '.yml', '.json']
const moduleExtensions = ['.ts', '.mts', '.cts', '.js', '.mjs', '.cjs']

/**
 * Reloads the mock when the document, the behaviours or a file beside them changes. Resolves, once the watcher is ready,
 * with a function that stops it.
 */
export async function watch(
  reloadable: Reloadable,
  watched: Watched,
  log: Log,
): Promise<() => Promise<void>> {
  const { watch: watchFiles } = await import('chokidar')
  const { document, behaviours, ignored } = watched
  const places = [...placeOf(document, documentExtensions), ...placeOf(behaviours, moduleExtensions)]
  const own = new Set(ignored.map((path) => resolve(path)))
  const watcher = watchFiles(
    places.map(({ folder }) => folder),
    {
      ignoreInitial: true,
      depth: 4,
      awaitWriteFinish: { stabilityThreshold: 60, pollInterval: 20 },
      ignored: (path, stats) =>
        /[/\\](node_modules|\.[^/\\.]+)([/\\]|$)/.test(path) ||
        (stats?.isFile() === true && (own.has(path) || !places.some((place) => contains(place, path)))),
    },
  )
  /** Reloads run one after another. */
  let queue: Promise<void> = Promise.resolve()
  watcher.on('all', (_event, path) => {
    queue = queue.then(() => reload(reloadable, path, log))
  })
  await new Promise<void>((ready) => void watcher.once('ready', ready))
  return () => watcher.close()
}

/** A watched folder, and the extensions of the files in it that matter. */
interface Place {
  readonly folder: string
  readonly extensions: readonly string[]
}

function placeOf(path: string | undefined, extensions: readonly string[]): readonly Place[] {
  return path === undefined ? [] : [{ folder: dirname(resolve(path)), extensions }]
}

function contains({ folder, extensions }: Place, path: string): boolean {
  return path.startsWith(`${folder}${sep}`) && extensions.includes(extname(path))
}

async function reload(reloadable: Reloadable, path: string, log: Log): Promise<void> {
  try {
    await reloadable.reload()
    log.info(`${path} changed: reloaded, keeping all records.`)
  } catch (error) {
    log.warn(`${messageOf(error)}\nStill serving the previous version.`)
  }
}
