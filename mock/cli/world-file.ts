import { readFile } from 'node:fs/promises'
import { parseJson, type Json } from '../../spec/json.ts'
import { worldNames } from '../world-name.ts'

/** Reads the value of `--world`: returns a world's name as it is, or the JSON of a file. Rejects with a MockOptionError. */
export async function loadWorld(nameOrPath: string): Promise<Json> {
  if (worldNames.some((name) => name === nameOrPath)) return nameOrPath
  const { MockOptionError } = await import('../option-error.ts')
  const text = await readFile(nameOrPath, 'utf8').catch(() => {
    const names = worldNames.join(', ')
    throw new MockOptionError(`Unknown world '${nameOrPath}': expected ${names}, or a JSON file.`)
  })
  const reading = parseJson(text)
  if (reading.kind === 'malformed') throw new MockOptionError(`${nameOrPath}: ${reading.message}`)
  return reading.value
}

/** Does what uses a world, and names the world's file in the message of a MockOptionError about it. */
export async function withWorld<T>(nameOrPath: string, use: () => Promise<T>): Promise<T> {
  try {
    return await use()
  } catch (error) {
    const { WorldError } = await import('../engine/options/world-error.ts')
    if (!(error instanceof WorldError)) throw error
    throw new WorldError(`${nameOrPath}: ${error.message}`, { cause: error })
  }
}
