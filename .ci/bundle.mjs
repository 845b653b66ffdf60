// Bundles dist/cli.js and the packages loaded at start into dist/bundle/, a few files instead of about four hundred,
// and adds V8 code caches (code-cache.mjs), which halves the time to the first response. The format is CommonJS, as only
// that can be loaded with a code cache. The rest of dist/ is for programs that import the package.
import { spawnSync } from 'node:child_process'
import { copyFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { isAbsolute, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist')

/** Packages loaded at every start. Other packages are not bundled and are loaded when needed. */
const inlined = [
  'ajv',
  'ajv-formats',
  'commander',
  'express',
  'fast-check',
  'http-graceful-shutdown',
  'lossless-json',
  'negotiator',
  'picocolors',
  'rou3',
]
const isInlined = (id) => inlined.some((name) => id === name || id.startsWith(`${name}/`))
const isPackage = (id) => !id.startsWith('.') && !isAbsolute(id)

/** Keeps `import.meta.url` pointing to the unbundled file, next to which modules look for data files. */
const located = {
  name: 'located',
  transform(code, id) {
    const path = relative(dist, id).replaceAll('\\', '/')
    if (path.startsWith('..') || !code.includes('import.meta.url')) return
    return code.replaceAll('import.meta.url', `new URL('../${path}', import.meta.url).href`)
  },
}

/** What Express loads for middleware and for methods of its requests and responses, which the mock does not use. */
const unused = new Set(['body-parser', 'cookie-signature', 'etag', 'mime-db', 'qs', 'send', 'serve-static'])
const spared = {
  name: 'spared',
  enforce: 'pre',
  resolveId: (id) => (unused.has(id) ? '\0spared' : undefined),
  load: (id) => (id === '\0spared' ? 'module.exports = {}' : undefined),
}

/**
 * Wraps each file as a script that evaluates to a CommonJS module function for load.mjs. `import()` is passed in, since
 * a script has none. Escapes non-ASCII, as V8 stores strings with any character beyond Latin-1 as two bytes each.
 */
const scripted = {
  name: 'scripted',
  generateBundle(_, files) {
    for (const file of Object.values(files)) if (file.type === 'chunk') file.code = script(file.code)
  },
}

const script = (code) => `(function (exports, require, module, __filename, __dirname) {
'use strict';
const importing = module.importing;
${ascii(code.replace(/^#!.*/, '').replaceAll(/(?<![\w.$])import\(/g, 'importing('))}
})`

function ascii(code) {
  return code.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Entry modules of what `stablehand mock` imports at start; their imports follow. */
const beginnings = [
  'mock/cli.js',
  'mock/cli/inspect-command.js',
  'mock/cli/init-command.js',
  'mock/coverage/cli.js',
  'mock/demo/cli.js',
  'mock/index.js',
  'mock/cli/log.js',
  'mock/adapters/server.js',
  'mock/engine/expectations/create-expectations.js',
  'mock/engine/faults/check-faults.js',
  'mock/engine/faults/fault-injector.js',
  'mock/petstore/rules.js',
  'mock/petstore/world.js',
]
const started = new Set()
/** Modules that other commands need too. */
const others = new Set()

/** Collects these modules to bundle them into two files, as each file takes about 0.3 ms to find and open. */
const together = {
  name: 'together',
  buildEnd() {
    const addAll = (found, paths, importsOf) => {
      const pending = paths.map((path) => join(dist, path))
      for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
        const known = found.has(id) ? null : this.getModuleInfo(id)
        if (known === null) continue
        found.add(id)
        pending.push(...importsOf(known))
      }
    }
    addAll(started, beginnings, ({ importedIds }) => importedIds)
    addAll(others, ['cli.js'], ({ importedIds }) => importedIds)
    addAll(
      others,
      ['contracts/cli.js', 'contracts/proxy-cli.js'],
      ({ importedIds, dynamicallyImportedIds }) => [...importedIds, ...dynamicallyImportedIds],
    )
    others.delete(join(dist, 'cli.js'))
  },
}

await build({
  configFile: false,
  publicDir: false,
  logLevel: 'warn',
  root,
  plugins: [located, spared, together, scripted],
  ssr: { target: 'node', noExternal: true },
  build: {
    ssr: true,
    target: 'node20',
    minify: false,
    outDir: join(dist, 'bundle'),
    license: { fileName: 'licenses.md' },
    reportCompressedSize: false,
    rollupOptions: {
      // The grouping into two files below is intended.
      checks: { ineffectiveDynamicImport: false },
      input: { cli: join(dist, 'cli.js') },
      external: (id, importer = '') =>
        isBuiltin(id) || (isPackage(id) && !importer.includes('node_modules') && !isInlined(id)),
      output: {
        format: 'cjs',
        comments: false,
        entryFileNames: '[name].cjs',
        chunkFileNames: '[name]-[hash].cjs',
        codeSplitting: {
          groups: [
            { name: 'common', test: (id) => started.has(id) && others.has(id) },
            { name: 'start', test: (id) => started.has(id) && !others.has(id) },
          ],
        },
      },
    },
  },
})
copyFileSync(join(root, '.ci/launch.mjs'), join(dist, 'cli.js'))
copyFileSync(join(root, '.ci/load.mjs'), join(dist, 'load.mjs'))
const { status, stderr } = spawnSync(process.execPath, [join(root, '.ci/code-cache.mjs')], {
  stdio: ['ignore', 'ignore', 'pipe'],
  encoding: 'utf8',
  timeout: 60_000,
})
if (status !== 0) {
  console.error(stderr)
  console.error('stablehand: creating the code cache failed; starts take longer without it.')
}
