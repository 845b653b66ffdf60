// Loads the files of the bundle with what V8 made of them before, which Node cannot by itself for what is run once.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import v8 from 'node:v8'
import vm from 'node:vm'

const folder = join(dirname(fileURLToPath(import.meta.url)), 'bundle')

/** What has been loaded, by the name of its file. */
export const loaded = new Map()

/** Of V8's version, its flags and the processor: code caches are good for the same alone. */
const tag = v8.cachedDataVersionTag()

/** Where the code cache of a file lies. */
const cacheOf = (name) => join(folder, `${name}.${process.arch}-${tag.toString(16)}.cache`)

/** The exports of one of the files. */
export function load(name) {
  const known = loaded.get(name)
  if (known !== undefined) return known.module.exports
  const script = compile(name)
  const module = { exports: {}, importing: (id) => import(id) }
  loaded.set(name, { script, module })
  const outside = createRequire(join(folder, name))
  const require = (id) => (id.startsWith('./') ? load(basename(id)) : outside(id))
  script.runInThisContext()(module.exports, require, module, join(folder, name), folder)
  return module.exports
}

function compile(name) {
  return new vm.Script(readFileSync(join(folder, name), 'latin1'), {
    filename: join(folder, name),
    cachedData: existsSync(cacheOf(name)) ? readFileSync(cacheOf(name)) : undefined,
  })
}

/** Keeps what V8 has made of what is loaded, where nothing is kept yet, for the next start of the same Node. */
export function keep() {
  // What V8 makes with flags that were set meanwhile is refused by the next start, which has others.
  if (v8.cachedDataVersionTag() !== tag) return
  try {
    for (const [name, { script }] of loaded)
      if (script.cachedDataRejected !== false) write(cacheOf(name), script.createCachedData())
  } catch {
    // The folder is not ours to write to: starts take longer, and nothing else.
  }
}

/** At once or not at all, as another process may be reading, or writing the same. */
function write(path, data) {
  const own = `${path}.${process.pid}`
  writeFileSync(own, data)
  renameSync(own, path)
}
