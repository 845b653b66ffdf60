import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeLargeDocument } from './large-document.mjs'
import { message, startProcess } from './processes.mjs'
import { median, printTable, spread } from './report.mjs'

const script = fileURLToPath(new URL('./load-document.mjs', import.meta.url))

/** Compares the CPU time until the first response from a document with that of only parsing and bundling it. */
export async function compareLoading({ rounds, document, asked: target = '/' }) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  try {
    const file = document ?? (await writeLargeDocument(folder))
    const path = document === undefined ? '/things-1' : target
    const turns = []
    for (let round = 0; round < rounds; round++) {
      turns.push({ loaded: await measure('load', file, path), answer: await measure('answer', file, path) })
    }
    const of = (key) => median(turns.map((turn) => turn[key])).toFixed(0)
    printTable('A large document', [
      ['CPU ms', 'load', 'first response', 'response / load'],
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

/** Measures one run in a separate process. */
async function measure(role, file, path) {
  const { child, meter, stop } = startProcess([script, role, file, path])
  await message(child, 'done')
  const { cpu } = await meter()
  await stop()
  return cpu / 1000
}
