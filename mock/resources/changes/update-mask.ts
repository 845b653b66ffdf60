import { normalizeName } from '../../../spec/inference/prose/words.ts'
import {
  isArray,
  isJsonObject,
  memberAt,
  memberNamed,
  type Json,
  type JsonObject,
} from '../../../spec/json.ts'
import { withMember } from '../member.ts'

/** The names in a query by which the properties to change are listed. */
const masks = ['updateMask', 'update_mask', 'fieldMask', 'field_mask']

/** The paths that an update is limited to (https://google.aip.dev/134); undefined if it is not. */
export function updateMaskIn(query: JsonObject): readonly string[] | undefined {
  const value = masks.map((name) => memberNamed(query, name)).find((each) => each !== undefined)
  const texts = (value !== undefined && isArray(value) ? value : [value]).filter(
    (each) => typeof each === 'string',
  )
  const paths = texts.flatMap((text) => text.split(',')).map((path) => path.trim())
  return paths.some((path) => path !== '') ? paths.filter((path) => path !== '') : undefined
}

/**
 * The merge patch that changes only what the mask names: what the request leaves out of it is removed. `*` names all properties.
 * Undefined if the mask names no property of the records.
 */
export function maskedPatch(
  sent: JsonObject,
  mask: readonly string[],
  properties: ReadonlySet<string>,
): JsonObject | undefined {
  const names = new Map([...properties].map((name) => [normalizeName(name), name]))
  let patch: Json | undefined
  for (const path of mask.includes('*') ? properties : mask) {
    const [first = '', ...rest] = path.split('.')
    const name = names.get(normalizeName(first))
    if (name === undefined) continue
    const value: Json = memberAt(sent, [name, ...rest]) ?? null
    patch = withMember(patch ?? {}, { path: [name, ...rest], value })
  }
  return isJsonObject(patch) ? patch : undefined
}
