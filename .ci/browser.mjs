// Bundles mock/browser.ts into dist/browser/, for pages, service workers and runtimes without Node's APIs, and the demo's
// page into dist/demo/.
// Bundled here, once, so that nobody needs a bundler for it and nothing of Node can slip in.
import { copyFileSync } from 'node:fs'
import { builtinModules, createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { loadDocument } from '../dist/spec/load.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const builtins = new Set(builtinModules)

/** Stops the build at the first import of a module of Node's. */
const noBuiltins = {
  name: 'no-node-built-ins',
  enforce: 'pre',
  resolveId(id, importer) {
    if (!id.startsWith('node:') && !builtins.has(id)) return
    throw new Error(`${importer} imports ${id}: the browser's entry must not.`)
  },
}

/** What a page can do without, by how it is imported. */
const substitutes = {
  // RFC 3986 in full, for the URIs of schemas. Ours are all absolute, `schema:///1`.
  'fast-uri': `
    const split = (uri) => uri.split(/#(.*)/s, 2)
    exports.parse = (uri) => ({ path: split(uri)[0], fragment: split(uri)[1] })
    exports.serialize = ({ path, fragment }) => (fragment === undefined ? path : path + '#' + fragment)
    exports.resolve = (base, uri) => (uri.startsWith('#') ? split(base)[0] + uri : uri)`,
  // The schemas of schemas, which nothing is validated against, and a keyword that is not turned on.
  './refs/json-schema-2020-12': 'export default function () {}',
  './vocabularies/discriminator': 'export default {}',
  // Of what a client accepts only media types are asked for.
  './lib/charset': 'module.exports = undefined',
  './lib/encoding': 'module.exports = undefined',
  './lib/language': 'module.exports = undefined',
  // Keywords of ajv's own, which no document has, and one that ours replaces.
  './limit': 'exports.default = undefined',
  // Names of keywords that say nothing of a value: unknown ones are passed over.
  './metadata': 'exports.metadataVocabulary = exports.contentVocabulary = []',
  // A keyword of draft 4, of which ajv only says that it is none any more.
  './id': "exports.default = 'id'",
  // References that depend on who asks: the converter of schemas has made plain ones of them.
  './dynamic': 'exports.default = []',
  // Looks for names of schemas within schemas, which the converter leaves out.
  'json-schema-traverse': 'module.exports = () => {}',
  './uniqueItems': "exports.default = { keyword: 'uniqueItems' }",
  // Objects in const and enum are compared by ours; defaults are not put into values.
  'fast-deep-equal': 'module.exports = (a, b) => a === b',
  './defaults': 'exports.assignDefaults = () => {}',
}

/** What a page can do without within a module, by the end of its path. */
const cuts = {
  // The less exact of its two modes, and a format that is no name of JSON Schema's.
  'ajv-formats/dist/formats.js': [/^exports\.fastFormats = \{[^]*?^\};/m, /^ {4}url: .*$/m],
}

const cut = {
  name: 'cut',
  transform(code, id) {
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
    // It wants a class of the core's, and would bring another dialect with it.
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

/** How both are built. */
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
  // In kB; test/mock/browser/entry.test.ts keeps what matters of it.
  chunkSizeWarningLimit: 1000,
  license: { fileName: 'licenses.md' },
}

await build({
  ...common,
  root,
  build: {
    ...output,
    outDir: join(root, 'dist/browser'),
    rollupOptions: {
      input: { index: join(root, 'mock/browser.ts') },
      preserveEntrySignatures: 'strict',
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        // What every page loads with the entry, in one file: each by itself is more bytes, and a request more.
        codeSplitting: { groups: [{ name: 'common', tags: ['$initial'] }] },
      },
    },
  },
})

// The page of `stablehand export demo`, whole: who exports one needs neither a bundler nor MSW.
await build({
  ...common,
  root: join(root, 'mock/demo/page'),
  base: './',
  build: { ...output, outDir: join(root, 'dist/demo') },
})
const worker = createRequire(import.meta.url).resolve('msw/mockServiceWorker.js')
copyFileSync(worker, join(root, 'dist/demo/mockServiceWorker.js'))
