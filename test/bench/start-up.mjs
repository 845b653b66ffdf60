import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { peerCommands } from './peers.mjs'
import { startCommand } from './processes.mjs'
import { median, printTable } from './report.mjs'

const local = (name) => fileURLToPath(new URL(name, import.meta.url))

const commands = [
  {
    name: 'stablehand mock',
    args: [local('../../dist/cli.js'), 'mock', '--port', '{port}', '--log', 'silent'],
  },
  { name: 'bare Express', args: [local('./bare-express.mjs'), '{port}'] },
]

/** Measures CPU time from start to first response, and idle memory. */
export async function compareStartUps({ rounds, peers }) {
  const all = [...commands, ...(peers === undefined ? [] : peerCommands(peers))]
  const figures = all.map(() => ({ cpu: [], rss: [] }))
  for (let round = 0; round < rounds; round++) {
    for (const [index, command] of all.entries()) {
      const { meter, stop } = await startCommand(command, '/categories/1')
      figures[index].cpu.push((await meter()).cpu / 1000)
      await setTimeout(1000)
      figures[index].rss.push((await meter()).rss / 1024 / 1024)
      await stop()
    }
  }
  printTable('Start to first response', [
    ['', 'CPU ms', 'idle MB'],
    ...all.map(({ name }, index) => [
      name,
      median(figures[index].cpu).toFixed(0),
      median(figures[index].rss).toFixed(0),
    ]),
  ])
}
