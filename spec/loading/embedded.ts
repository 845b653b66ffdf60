import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Document, OpenApiObject, Pointer, SourceLocation } from '../document.ts'
import { createDocument } from './load-object.ts'
import { addressOf, displayName } from './address.ts'

const specFile = (name: string): URL => new URL(`../${name}`, import.meta.url)

/**
 * The embedded Pet Store. The build leaves it parsed beside its text, together with where everything stands: a start then
 * reads no YAML. Without a build it is read like any other file.
 */
export async function loadEmbedded(): Promise<Document> {
  const address = addressOf(specFile('petstore.yaml'))
  const parsed = await readFile(specFile('petstore.json'), 'utf8').catch(() => undefined)
  if (parsed === undefined) return (await import('./load-file.ts')).loadFile(address, false)
  const file = displayName(address)
  let places: Places | undefined
  return createDocument({
    source: file,
    root: JSON.parse(parsed) as OpenApiObject,
    locate: (pointer) => {
      places ??= JSON.parse(readFileSync(specFile('petstore.places.json'), 'utf8')) as Places
      return placeOf(pointer, places, file)
    },
    problems: () => [],
  })
}

/** Line and column by pointer. */
type Places = Readonly<Record<Pointer, readonly [line: number, column: number]>>

/** Its own, else that of its nearest ancestor that is there. */
function placeOf(pointer: Pointer, places: Places, file: string): SourceLocation | undefined {
  for (let at = pointer; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) {
    const place = Object.hasOwn(places, at) ? places[at] : undefined
    if (place !== undefined) return { file, line: place[0], column: place[1] }
  }
  return undefined
}
