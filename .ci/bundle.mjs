// Bundles dist/cli.js, and what a start of the mock loads of packages, into dist/bundle/: some twenty files instead of some
// four hundred, which is a third of the time to the first answer. The rest of dist/ is for those who import it.
import { writeFileSync } from 'node:fs'
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

await build({
  configFile: false,
  publicDir: false,
  logLevel: 'warn',
  root,
  plugins: [located],
  ssr: { target: 'node', noExternal: true },
  build: {
    ssr: true,
    target: 'node20',
    minify: false,
    outDir: join(dist, 'bundle'),
    license: { fileName: 'licenses.md' },
    reportCompressedSize: false,
    rollupOptions: {
      input: { cli: join(dist, 'cli.js') },
      external: (id, importer = '') =>
        isBuiltin(id) || (isPackage(id) && !importer.includes('node_modules') && !isInlined(id)),
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
})
writeFileSync(join(dist, 'cli.js'), "#!/usr/bin/env node\nimport './bundle/cli.js'\n")
