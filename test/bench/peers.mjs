// Other mocks, installed on demand into a temporary folder, so that they are not dependencies of this package.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startCommand } from './processes.mjs'

const packages = ['@stoplight/prism-cli@5', '@mockoon/cli@9', 'json-server@0.17']
const document = fileURLToPath(new URL('../../dist/spec/petstore.yaml', import.meta.url))

/** Installs the peers and returns their folder. */
export function installPeers() {
  const folder = join(tmpdir(), 'stablehand-bench-peers')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'db.json'), JSON.stringify(database()))
  if (existsSync(join(folder, 'complete'))) return folder
  console.log(`Installing ${packages.join(', ')} into ${folder}`)
  const { status } = spawnSync(
    'npm',
    ['install', '--prefix', folder, '--no-audit', '--no-fund', '--ignore-scripts', ...packages],
    { stdio: ['ignore', 2, 2], shell: process.platform === 'win32' },
  )
  if (status !== 0) throw new Error('npm could not install the other mocks.')
  writeFileSync(join(folder, 'complete'), '')
  return folder
}

function database() {
  const pets = Array.from({ length: 1000 }, (_, index) => ({
    id: index + 1,
    name: `Pet ${index + 1}`,
    categoryId: 1 + (index % 5),
    status: 'available',
  }))
  return { pets, categories: [{ id: 1, name: 'Dogs' }] }
}

export function peerCommands(folder) {
  const bin = (name, command) => {
    const root = join(folder, 'node_modules', name)
    const { bin: bins } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    return join(root, typeof bins === 'string' ? bins : bins[command])
  }
  const prism = bin('@stoplight/prism-cli', 'prism')
  return [
    {
      name: 'Prism',
      args: [prism, 'mock', document, '--port', '{port}', '--host', '127.0.0.1', '--verboseLevel', 'silent'],
    },
    {
      name: 'Mockoon',
      args: [
        bin('@mockoon/cli', 'mockoon-cli'),
        'start',
        '--data',
        document,
        '--port',
        '{port}',
        '--disable-log-to-file',
        '--repair',
      ],
    },
    {
      name: 'json-server',
      args: [
        bin('json-server', 'json-server'),
        '--quiet',
        '--host',
        '127.0.0.1',
        '--port',
        '{port}',
        join(folder, 'db.json'),
      ],
      paths: { 'GET list of 20': '/pets?_limit=20', 'GET list of 100': '/pets?_limit=100' },
    },
  ]
}

/** The share of requests that a peer has to answer as expected: json-server fails a few of many concurrent changes. */
const leastAnswered = 0.99

export async function startPeers(folder) {
  const started = []
  for (const command of peerCommands(folder)) {
    const peer = await startCommand(command, '/categories/1')
    started.push({ ...peer, paths: command.paths, leastAnswered })
  }
  return started
}
