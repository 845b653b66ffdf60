import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { median, printTable, spread } from './figures.mjs'
import { writeLargeDocument } from './large-document.mjs'
import { message, startProcess } from './processes.mjs'

const script = fileURLToPath(new URL('./load-document.mjs', import.meta.url))

/** The CPU that a first answer from an unseen document takes, beside that of parsing and bundling it alone. */
export async function compareLoading({ rounds, document, asked = '/' }) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  try {
    const file = document ?? (await writeLargeDocument(folder))
    const path = document === undefined ? '/things-1' : asked
    const turns = []
    for (let round = 0; round < rounds; round++) {
      turns.push({ loaded: await measure('load', file, path), answer: await measure('answer', file, path) })
    }
    const of = (key) => median(turns.map((turn) => turn[key])).toFixed(0)
    printTable('A large document', [
      ['CPU ms', 'loaded', 'first answer', 'answer / loaded'],
      [
        basename(file),
        of('loaded'),
        of('answer'),
        spread(turns.map(({ loaded, answer }) => answer / loaded)),
      ],
    ])
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Every turn in a process of its own. */
async function measure(role, file, path) {
  const { child, meter, stop } = startProcess([script, role, file, path])
  await message(child, 'done')
  const { cpu } = await meter()
  await stop()
  return cpu / 1000
}
