// Loads the files of the bundle with what V8 made of them when they were built, which Node 20 cannot by itself.
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import v8 from 'node:v8'
import vm from 'node:vm'

const folder = join(dirname(fileURLToPath(import.meta.url)), 'bundle')

/** What has been loaded, by the name of its file. */
export const loaded = new Map()

/** Of V8's version, its flags and the processor: code caches are good for the same alone. */
const tag = `${process.arch}-${v8.cachedDataVersionTag().toString(16)}`

/** Where the code cache of a file lies. */
export const cacheOf = (name) => join(folder, `${name}.${tag}.cache`)

/** Whether there is a code cache for this V8, with these flags. */
export const usable = (name) => existsSync(cacheOf(name))

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
