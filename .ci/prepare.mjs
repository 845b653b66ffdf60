// Makes a fresh clone usable: installs missing packages, then (with `build`) rebuilds dist/ if sources are newer.
// Needs nothing but Node and npm, so that `npm start` and `npm test` work as the very first command.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const modified = (path) => (existsSync(join(root, path)) ? statSync(join(root, path)).mtimeMs : 0)

function newest(folder) {
  return Math.max(
    0,
    ...readdirSync(join(root, folder), { recursive: true }).map((name) =>
      modified(join(folder, String(name))),
    ),
  )
}

function run(what, command, args) {
  process.stderr.write(`stablehand: ${what} …\n`)
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  })
  if (status === 0) return
  process.stderr.write(
    `stablehand: '${command} ${args.join(' ')}' failed${error ? `: ${error.message}` : ''}.\n`,
  )
  process.exit(status ?? 1)
}

if (modified('package-lock.json') > modified('node_modules/.package-lock.json')) {
  // Not `npm ci`, which rejects a lock file that lacks the binaries of some platforms.
  run('installing packages', 'npm', ['install', '--no-audit', '--no-fund'])
}

if (process.argv.includes('build')) {
  const sources = Math.max(
    modified('cli.ts'),
    modified('tsconfig.json'),
    ...['.ci', 'spec', 'mock', 'contracts'].map(newest),
  )
  if (sources > modified('dist/cli.js')) run('building', process.execPath, ['.ci/build.mjs'])
}
