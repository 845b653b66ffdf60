// Builds dist/: plain tsc, then the files that are data.
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist')
const typescript = dirname(createRequire(import.meta.url).resolve('typescript/package.json'))

rmSync(dist, { recursive: true, force: true })
const { status } = spawnSync(process.execPath, [join(typescript, 'bin/tsc'), '-p', 'tsconfig.build.json'], {
  cwd: root,
  stdio: 'inherit',
})
if (status !== 0) process.exit(status ?? 1)
cpSync(join(root, 'spec/petstore.yaml'), join(dist, 'spec/petstore.yaml'))
cpSync(join(root, 'mock/console'), join(dist, 'mock/console'), { recursive: true })
chmodSync(join(dist, 'cli.js'), 0o755)
// Last: it is made of what stands above.
await import('./browser.mjs')
