// Bundles mock/browser.ts into dist/browser/, for pages, service workers and runtimes without Node's APIs, and the demo
// page into dist/demo/.
// It is bundled at build time so that users need no bundler and nothing from Node can slip in.
import { copyFileSync } from 'node:fs'
import { builtinModules, createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { minify } from 'terser'
import { build } from 'vite'
import { loadDocument } from '../dist/spec/load.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const builtins = new Set(builtinModules)

/** Fails the build at the first import of a Node module. */
const noBuiltins = {
  name: 'no-node-built-ins',
  enforce: 'pre',
  resolveId(id, importer) {
    if (!id.startsWith('node:') && !builtins.has(id)) return
    throw new Error(`${importer} imports ${id}, which the browser entry must not.`)
  },
}

/** Replacements for modules a page does not need, by import specifier. */
const substitutes = {
  // A full RFC 3986 implementation for schema URIs. Ours are all absolute: `schema:///1`.
  'fast-uri': `
    const split = (uri) => uri.split(/#(.*)/s, 2)
    exports.parse = (uri) => ({ path: split(uri)[0], fragment: split(uri)[1] })
    exports.serialize = ({ path, fragment }) => (fragment === undefined ? path : path + '#' + fragment)
    exports.resolve = (base, uri) => (uri.startsWith('#') ? split(base)[0] + uri : uri)`,
  // Meta-schemas, which are not used, and a keyword that is not enabled.
  './refs/json-schema-2020-12': 'export default function () {}',
  './vocabularies/discriminator': 'export default {}',
  // Only media types are negotiated.
  './lib/charset': 'module.exports = undefined',
  './lib/encoding': 'module.exports = undefined',
  './lib/language': 'module.exports = undefined',
  // Keywords specific to ajv, and one replaced by our own.
  './limit': 'exports.default = undefined',
  // Annotation keywords, which are ignored like unknown ones.
  './metadata': 'exports.metadataVocabulary = exports.contentVocabulary = []',
  // A keyword of draft 4, for which ajv only reports that it is obsolete.
  './id': "exports.default = 'id'",
  // Dynamic references, which the schema converter has resolved.
  './dynamic': 'exports.default = []',
  // Searches for nested schema ids, which the schema converter removes.
  'json-schema-traverse': 'module.exports = () => {}',
  './uniqueItems': "exports.default = { keyword: 'uniqueItems' }",
  // Our own comparison is used for const and enum; defaults are not assigned.
  'fast-deep-equal': 'module.exports = (a, b) => a === b',
  './defaults': 'exports.assignDefaults = () => {}',
}

/** Parts of modules a page does not need, by the end of the module's path. */
const cuts = {
  // The less exact of its two modes, and a format unknown to JSON Schema.
  'ajv-formats/dist/formats.js': [/^exports\.fastFormats = \{[^]*?^\};/m, /^ {4}url: .*$/m],
  // Schemas are neither fetched, validated nor removed, and do not refer to data.
  'ajv/dist/core.js': [
    /^ {4}compileAsync\([^]*?^ {4}\}\n/m,
    /^ {4}validateSchema\([^]*?^ {4}\}\n/m,
    /^ {4}removeSchema\([^]*?^ {4}\}\n/m,
    /^ {4}\$dataMetaSchema\([^]*?^ {4}\}\n/m,
    /^ {4}_removeAllSchemas\([^]*?^ {4}\}\n/m,
    // Nor are errors put into words.
    /^ {4}errorsText\([^]*?^ {4}\}\n/m,
    // Options of older versions.
    /^const removedOptions = \{[^]*?^\};$/m,
    /^const deprecatedOptions = \{[^]*?^\};$/m,
    /^ {8}checkOptions\.call\(this, removed.*$/m,
    /^ {8}checkOptions\.call\(this, deprecated.*$/m,
  ],
  // The code of validators is not optimized, which takes longer than it saves.
  'ajv/dist/compile/index.js': [/^ {8}gen\.optimize\(.*$/m],
  'ajv/dist/compile/codegen/index.js': [
    /^ {4}optimize\([^]*?^ {4}\}\n/m,
    /^ {4}optimize(?:Nodes|Names)\([^]*?^ {4}\}\n/gm,
  ],
  // The syntax of patterns: routes have only literal segments, in which it is escaped, and whole parameters.
  'rou3/dist/index.mjs': [
    /^\tcheckConstraints\(path\);$/m,
    /^\tconst groupExpanded = [^]*?^\t\}\n/m,
    /^\tconst expanded = expandModifiers[^]*?^\t\}\n/m,
    /^\tconst split = [^]*?^\t\}\n/m,
    /^\t{3}if \(!\/\^:[^\n]*\n[^]*?\} else (?=paramsMap)/m,
  ],
}

const cut = {
  name: 'cut',
  transform(code, id) {
    // Messages of keywords, in place of which there are our own.
    if (id.includes('/ajv/dist/vocabularies/')) return code.replaceAll(/^ {4}message: .*,$/gm, '')
    const path = Object.keys(cuts).find((each) => id.endsWith(each))
    if (path === undefined) return
    return cuts[path].reduce((rest, part) => {
      if (!part.test(rest)) throw new Error(`${path} no longer has ${part}.`)
      return rest.replace(part, '')
    }, code)
  },
}

const replaced = {
  name: 'replaced',
  enforce: 'pre',
  resolveId(id, importer) {
    if (Object.hasOwn(substitutes, id)) return `\0${id}`
    // Only the class of the core is needed; the package entry would include another dialect.
    if (id === 'ajv') return this.resolve('ajv/dist/core.js', importer)
  },
  async load(id) {
    if (id.startsWith('\0')) return substitutes[id.slice(1)]
    if (id.endsWith('/mock/petstore/embedded.ts')) return embedded()
  },
}

async function embedded() {
  const text = JSON.stringify((await loadDocument(join(root, 'spec/petstore.yaml'))).root)
  return `
    import { loadObject } from '../../spec/loading/load-object.ts'
    export const embeddedDocument = async () => loadObject(JSON.parse(${JSON.stringify(text)}))`
}

// No property is read for what its getter does. Declarations that are alike take fewer bytes than joined ones.
const minifying = {
  module: true,
  ecma: 2020,
  compress: { passes: 3, pure_getters: true, join_vars: false },
}

/** Puts functions that are called once where they are called, so that a page loads 2 % less at first. */
const inlined = {
  name: 'inlined',
  renderChunk: (code, { name }) => (name === 'common' ? minify(code, minifying) : undefined),
}

/** Options shared by both builds. */
const common = {
  configFile: false,
  publicDir: false,
  logLevel: 'warn',
  plugins: [noBuiltins, replaced, cut],
}
const output = {
  emptyOutDir: true,
  target: 'es2023',
  modulePreload: false,
  reportCompressedSize: false,
  // In kB. test/mock/browser/entry.test.ts checks the size that matters.
  chunkSizeWarningLimit: 1000,
  license: { fileName: 'licenses.md' },
}

await build({
  ...common,
  plugins: [...common.plugins, inlined],
  root,
  build: {
    ...output,
    outDir: join(root, 'dist/browser'),
    // As a library: a page's bundler adds its own code for preloading.
    lib: { entry: { index: join(root, 'mock/browser.ts') }, formats: ['es'] },
    rollupOptions: {
      // One file is worth the time.
      checks: { pluginTimings: false },
      output: {
        entryFileNames: '[name].js',
        // Without hashes, which do not compress and which the bundler of a page adds again.
        chunkFileNames: '[name].js',
        minify: true,
        // One file for everything loaded with the entry: separate files take more bytes and requests.
        codeSplitting: { groups: [{ name: 'common', tags: ['$initial'] }] },
      },
    },
  },
})

// The complete page of `stablehand export demo`, so that exporting needs neither a bundler nor MSW.
await build({
  ...common,
  root: join(root, 'mock/demo/page'),
  base: './',
  build: { ...output, outDir: join(root, 'dist/demo') },
})
const worker = createRequire(import.meta.url).resolve('msw/mockServiceWorker.js')
copyFileSync(worker, join(root, 'dist/demo/mockServiceWorker.js'))
