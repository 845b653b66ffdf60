import { readFile } from 'node:fs/promises'
import { parseJson, type Json } from '../../spec/json.ts'
import { worldNames } from '../world-name.ts'

/** What `--world` asks for: a name as it is, or the JSON in a file. Rejects with a MockOptionError when it is neither. */
export async function worldNamed(nameOrPath: string): Promise<Json> {
  if (worldNames.some((name) => name === nameOrPath)) return nameOrPath
  const { MockOptionError } = await import('../engine/option-error.ts')
  const text = await readFile(nameOrPath, 'utf8').catch(() => {
    const known = worldNames.join(', ')
    throw new MockOptionError(`There is no world '${nameOrPath}': it is neither ${known} nor a file.`)
  })
  const reading = parseJson(text)
  if (reading.kind === 'malformed') throw new MockOptionError(`${nameOrPath}: ${reading.message}`)
  return reading.value
}
