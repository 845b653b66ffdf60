// Loads the files of the bundle with their V8 code caches. Node's own compile cache does not cover run-once code.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import v8 from 'node:v8'
import vm from 'node:vm'

const folder = join(dirname(fileURLToPath(import.meta.url)), 'bundle')

/** The loaded files by name. */
export const loaded = new Map()

/** Identifies V8's version, flags and processor. A code cache is valid only for the same ones. */
const tag = v8.cachedDataVersionTag()

/** The path of the code cache of a file. */
const cacheOf = (name) => join(folder, `${name}.${process.arch}-${tag.toString(16)}.cache`)

/** Loads a file and returns its exports. */
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

/** Writes the code cache of loaded files without a valid one, for the next start under the same Node. */
export function keep() {
  // A cache created under flags set since the start would be rejected by the next start.
  if (v8.cachedDataVersionTag() !== tag) return
  try {
    for (const [name, { script }] of loaded)
      if (script.cachedDataRejected !== false) write(cacheOf(name), script.createCachedData())
  } catch {
    // Without write access to the folder, starts only take longer.
  }
}

/** Writes a file atomically, as another process may be reading or writing it. */
function write(path, data) {
  const own = `${path}.${process.pid}`
  writeFileSync(own, data)
  renameSync(own, path)
}
