// Builds dist/: compiles with TypeScript 7, which is native (the linter checks types; openapi-typescript needs the
// interface of TypeScript 6), copies data files, then bundles.
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist')
const typescript = dirname(fileURLToPath(import.meta.resolve('typescript-native/package.json')))

rmSync(dist, { recursive: true, force: true })
const { status } = spawnSync(process.execPath, [join(typescript, 'bin/tsc'), '-p', 'tsconfig.build.json'], {
  cwd: root,
  stdio: 'inherit',
})
if (status !== 0) {
  // Half a build would pass for a new one.
  rmSync(dist, { recursive: true, force: true })
  process.exit(status ?? 1)
}
cpSync(join(root, 'spec/petstore.yaml'), join(dist, 'spec/petstore.yaml'))
await writeParsed()
cpSync(join(root, 'mock/console'), join(dist, 'mock/console'), { recursive: true })
// Last, as they bundle the files above.
await import('./browser.mjs')
await import('./bundle.mjs')
chmodSync(join(dist, 'cli.js'), 0o755)

/** Writes the embedded document as JSON, and the location of each node in its YAML. */
async function writeParsed() {
  const { loadDocument } = await import('../dist/spec/load.js')
  const { appendPointer } = await import('../dist/spec/json/pointer.js')
  const document = await loadDocument(join(dist, 'spec/petstore.yaml'))
  if (document.problems.length > 0) throw new Error(JSON.stringify(document.problems, undefined, 2))
  const places = {}
  const visit = (node, pointer) => {
    const { line, column } = document.locate(pointer)
    places[pointer] = [line, column]
    if (typeof node !== 'object' || node === null) return
    for (const name of Object.keys(node)) visit(node[name], appendPointer(pointer, name))
  }
  visit(document.root, '#')
  writeFileSync(join(dist, 'spec/petstore.json'), JSON.stringify(document.root))
  writeFileSync(join(dist, 'spec/petstore.places.json'), JSON.stringify(places))
}
