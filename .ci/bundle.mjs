// Bundles dist/cli.js, and what a start loads of packages, into dist/bundle/: a few files instead of some four hundred,
// and beside them what V8 made of these (code-cache.mjs): half of the time to the first answer. CommonJS, as only that
// can be loaded with a code cache. The rest of dist/ is for those who import it.
import { spawnSync } from 'node:child_process'
import { copyFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { isAbsolute, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist')

/** Loaded with every start. Other packages stay where they are: they are loaded when something needs them. */
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

/** Modules find their files beside where they stand unbundled. */
const located = {
  name: 'located',
  transform(code, id) {
    const path = relative(dist, id).replaceAll('\\', '/')
    if (path.startsWith('..') || !code.includes('import.meta.url')) return
    return code.replaceAll('import.meta.url', `new URL('../${path}', import.meta.url).href`)
  },
}

/** Express has its body parsers loaded, with tables of all encodings there ever were; the mock reads bodies by itself. */
const spared = {
  name: 'spared',
  enforce: 'pre',
  resolveId: (id) => (id === 'body-parser' ? '\0spared' : undefined),
  load: (id) => (id === '\0spared' ? 'module.exports = {}' : undefined),
}

/**
 * What is bundled is a script that gives the function of a module of CommonJS to load.mjs, which imports for it too: a
 * script cannot by itself. In ASCII, as V8 takes two bytes for each character of a text that has but one beyond Latin-1.
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

/** What `stablehand mock` imports when it starts, besides what these import in turn. */
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
/** What commands that start no mock need too. */
const others = new Set()

/** Finds all of that, for it to come in two files: each costs a third of a millisecond to find and open. */
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
      // Two files are wanted, whatever is imported how.
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
const { status } = spawnSync(process.execPath, [join(root, '.ci/code-cache.mjs')], {
  stdio: ['ignore', 'ignore', 'inherit'],
  timeout: 60_000,
})
if (status !== 0) console.error('stablehand: no code cache could be made; starts take longer without it.')
