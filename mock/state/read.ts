import { readFile } from 'node:fs/promises'
import { MockOptionError } from '../option-error.ts'
import { applyChanges } from '../store/changes.ts'
import { snapshotOf, tablesOf, type Tables } from '../store/tables.ts'
import { journalPath, readJournalLine, readState, type State } from './format.ts'

/** Reads a state file and its journals. Returns undefined if the file does not exist. */
export async function loadState(path: string): Promise<State | undefined> {
  const text = await textOf(path)
  if (text === undefined) return undefined
  const { generation, world } = await refusing(path, () => readState(text))
  const tables = tablesOf(world)
  // An interrupted write of the next generation leaves two journals.
  await replay(journalPath(path, generation), tables)
  await replay(journalPath(path, generation + 1), tables)
  return { generation: generation + 1, world: snapshotOf(tables) }
}

async function replay(path: string, tables: Tables): Promise<void> {
  const text = await textOf(path)
  // An incomplete last line was being written when the process was killed.
  const lines = text?.split('\n').slice(0, -1) ?? []
  for (const [index, line] of lines.entries()) {
    await refusing(`${path}, line ${index + 1}`, () => applyChanges(tables, readJournalLine(line)))
  }
}

async function textOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    throw new MockOptionError(`The state file ${path} cannot be read: ${message}.`, { cause: error })
  }
}

/** Turns a TypeError into a MockOptionError that names the file. */
async function refusing<T>(place: string, work: () => T): Promise<T> {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new MockOptionError(
      `${place} is not a state file, so it is left unchanged: ${error.message} Move it away, or choose another file.`,
      { cause: error },
    )
  }
}
