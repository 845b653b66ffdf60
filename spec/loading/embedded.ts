import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Document, OpenApiObject, Pointer, SourceLocation } from '../document.ts'
import { addressOf, displayName } from './address.ts'
import { versionOf } from './openapi-object.ts'

const specFile = (name: string): URL => new URL(`../${name}`, import.meta.url)

/** Path of the embedded Pet Store, the document taken when none is named. */
export const embeddedFile: string = fileURLToPath(specFile('petstore.yaml'))

/**
 * Loads the embedded Pet Store. The build writes it as JSON beside the YAML, together with the location of every node, so
 * that starting the mock parses no YAML, and refuses problems in it. Without a build it is loaded like any other file.
 */
export async function loadEmbedded(): Promise<Document> {
  const address = addressOf(specFile('petstore.yaml'))
  const parsed = await readFile(specFile('petstore.json'), 'utf8').catch(() => undefined)
  if (parsed === undefined) return (await import('./load-file.ts')).loadFile(address, false)
  const file = displayName(address)
  let locations: Locations | undefined
  const root = JSON.parse(parsed) as OpenApiObject
  return {
    version: versionOf(root),
    source: file,
    root,
    problems: [],
    verified: true,
    locate: (pointer) => {
      locations ??= JSON.parse(readFileSync(specFile('petstore.places.json'), 'utf8')) as Locations
      return nearestLocation(pointer, locations, file)
    },
  }
}

/** Line and column by pointer. */
type Locations = Readonly<Record<Pointer, readonly [line: number, column: number]>>

/** The location of the node at a pointer, or of its nearest existing ancestor. */
function nearestLocation(pointer: Pointer, locations: Locations, file: string): SourceLocation | undefined {
  for (let at = pointer; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) {
    const location = Object.hasOwn(locations, at) ? locations[at] : undefined
    if (location !== undefined) return { file, line: location[0], column: location[1] }
  }
  return undefined
}
