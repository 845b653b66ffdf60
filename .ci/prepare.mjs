// Makes a fresh clone usable: installs missing packages, and those named `name@version`, which only a few need; then
// (with `build`) rebuilds dist/ if sources are newer.
// Needs nothing but Node and npm, so that `npm start` and `npm test` work as the very first command.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
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

function install(...named) {
  // Not `npm ci`, which rejects a lock file that lacks the binaries of some platforms.
  const what = named.length === 0 ? 'packages' : named.join(', ')
  run(`installing ${what}`, 'npm', ['install', '--no-audit', '--no-fund', '--no-save', ...named])
}

function isInstalled(named) {
  const [, name, version] = /^(.+)@(.+)$/.exec(named)
  const manifest = join(root, 'node_modules', name, 'package.json')
  return existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version === version
}

const wanted = process.argv.slice(2)
const named = wanted.filter((each) => each !== 'build')

if (modified('package-lock.json') > modified('node_modules/.package-lock.json')) install()
if (!named.every(isInstalled)) install(...named)

if (wanted.includes('build')) {
  const sources = Math.max(
    modified('cli.ts'),
    modified('tsconfig.json'),
    ...['.ci', 'spec', 'mock', 'contracts'].map(newest),
  )
  if (sources > modified('dist/cli.js')) run('building', process.execPath, ['.ci/build.mjs'])
}
