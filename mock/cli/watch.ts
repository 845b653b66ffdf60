import { dirname, extname, resolve, sep } from 'node:path'
import type { Log } from './log.ts'
import type { Reloadable } from './reloadable.ts'

export interface Watched {
  /** Path of the document; undefined for a URL or the embedded one. */
  readonly document: string | undefined
  readonly behaviours: string | undefined
  /** Paths that the mock writes itself. */
  readonly ignored: readonly string[]
}

const texts = ['.yaml', '.yml', '.json']
const modules = ['.ts', '.mts', '.cts', '.js', '.mjs', '.cjs']

/** Reloads when the document, a behaviour or a file beside them changes. Resolves, once it watches, with how to end. */
export async function watch(
  reloadable: Reloadable,
  watched: Watched,
  log: Log,
): Promise<() => Promise<void>> {
  const { watch: watchFiles } = await import('chokidar')
  const { document, behaviours, ignored } = watched
  const places = [...placeOf(document, texts), ...placeOf(behaviours, modules)]
  const own = new Set(ignored.map((path) => resolve(path)))
  const watcher = watchFiles(
    places.map(({ folder }) => folder),
    {
      ignoreInitial: true,
      depth: 4,
      awaitWriteFinish: { stabilityThreshold: 60, pollInterval: 20 },
      ignored: (path, stats) =>
        /[/\\](node_modules|\.[^/\\.]+)([/\\]|$)/.test(path) ||
        (stats?.isFile() === true && (own.has(path) || !places.some((place) => isOf(place, path)))),
    },
  )
  let turn: Promise<void> = Promise.resolve()
  watcher.on('all', (_event, path) => {
    turn = turn.then(() => reload(reloadable, path, log))
  })
  await new Promise<void>((ready) => void watcher.once('ready', ready))
  return () => watcher.close()
}

interface Place {
  readonly folder: string
  readonly extensions: readonly string[]
}

function placeOf(path: string | undefined, extensions: readonly string[]): readonly Place[] {
  return path === undefined ? [] : [{ folder: dirname(resolve(path)), extensions }]
}

function isOf({ folder, extensions }: Place, path: string): boolean {
  return path.startsWith(`${folder}${sep}`) && extensions.includes(extname(path))
}

async function reload(reloadable: Reloadable, path: string, log: Log): Promise<void> {
  try {
    await reloadable.reload()
    log.info(`${path} has changed: reloaded, with the records there are.`)
  } catch (error) {
    log.warn(
      `${error instanceof Error ? error.message : String(error)}\nWhat was loaded before is still served.`,
    )
  }
}
