import { pathParameter, type Document, type Operation, type SchemaNode } from '../../document.ts'
import { own } from '../../util/object.ts'
import { isNumeric, typesOf } from '../../schemas/types.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { resolveRef } from '../../schemas/subschemas.ts'
import { canShareValue } from '../schemas/compatibility.ts'
import { canHaveProperty } from '../schemas/allows-property.ts'
import { byNormalizedName, normalizeName, singular, wordsOf } from '../prose/words.ts'

/** Words that end the name of an identifier. */
const idWords = new Set(
  'id uuid guid slug key name code number no login username email handle sku ref hash token sha digest arn'.split(
    ' ',
  ),
)
const plainIds = new Set(['id', 'uuid', 'guid'])
const lastResorts = ['slug', 'key', 'name', 'code', 'login', 'username', 'sku', 'number', 'sha', 'arn']

/**
 * Properties that may hold an item's id, the likeliest first: the one called as the path parameter, the one the
 * parameter's last word names (`{org_slug}`: `slug`), `id`, `petId`. Without a parameter, `id` and `petId` only.
 */
export function idCandidates(
  { name, idParameter }: { readonly name: string; readonly idParameter: string | undefined },
  properties: ReadonlyMap<string, SchemaNode>,
): readonly string[] {
  const one = normalizeName(singular(name))
  const wanted = [
    ...(idParameter === undefined ? [] : namesFor(idParameter)),
    ...plainIds,
    ...[...plainIds].flatMap((id) => [`${one}${id}`, `${id}${one}`]),
  ]
  const names = byNormalizedName(properties)
  const found = wanted.flatMap(
    (name) => names.get(name)?.filter((property) => !property.startsWith('@')) ?? [],
  )
  return [...new Set(found)]
}

function namesFor(parameter: string): readonly string[] {
  const last = wordsOf(parameter).at(-1) ?? ''
  return idWords.has(last) ? [normalizeName(parameter), last] : [normalizeName(parameter)]
}

/** The property of a record that holds its id, and the id's type. */
export interface Identity {
  readonly property: string | undefined
  readonly type: 'integer' | 'string' | undefined
}

/** The paths of a collection's items, as far as they tell which is which. */
export interface Items {
  /** The collection's last path text. */
  readonly name: string
  readonly idParameter: string | undefined
  /** What other paths that run through the items call the same parameter. */
  readonly aliases: readonly string[]
  readonly operation: Operation | undefined
}

/**
 * Which property of the record holds the id that stands in the path. A property whose type cannot be the parameter's is
 * passed over, and so is one that the record can never have. When no property does, the id stands in the path only, with
 * the parameter's type.
 */
export function identify(
  document: Document,
  record: SchemaNode,
  { name, idParameter, aliases, operation }: Items,
): Identity {
  const properties = possiblePropertiesOf(document, record)
  const parameter = operation && pathParameter(operation, idParameter)?.schema
  const wanted = parameter && typeOf(document, parameter)
  const likely = idCandidates({ name, idParameter }, properties)
  const others = idParameter === undefined ? [] : unlikelier(idParameter, aliases, properties)
  for (const property of [...ofPattern(document, parameter, properties), ...likely, ...others]) {
    const schema = properties.get(property)
    const type = schema && typeOf(document, schema)
    if (type === undefined || (wanted === 'integer' && type !== 'integer')) continue
    if (!canHaveProperty(document, record, property, type)) continue
    if (
      lastResorts.includes(normalizeName(property)) &&
      isUuid(document, parameter) &&
      !isUuid(document, schema)
    )
      continue
    if (!schema || !parameter || canShareValue(document, [schema, parameter])) return { property, type }
  }
  return { property: undefined, type: idParameter === undefined ? undefined : (wanted ?? 'string') }
}

/** The one property with an id's name that has the pattern of the parameter, whatever else could be the id. */
function ofPattern(
  document: Document,
  parameter: SchemaNode | undefined,
  properties: ReadonlyMap<string, SchemaNode>,
): readonly string[] {
  const pattern = parameter && own(resolveRef(document, parameter).schema, 'pattern')
  if (pattern === undefined) return []
  const found = [...properties].flatMap(([name, schema]) =>
    own(resolveRef(document, schema).schema, 'pattern') === pattern ? [name] : [],
  )
  return found.length === 1 && idWords.has(wordsOf(found[0]!).at(-1) ?? '') ? found : []
}

function isUuid(document: Document, node: SchemaNode | undefined): boolean {
  return node !== undefined && own(resolveRef(document, node).schema, 'format') === 'uuid'
}

/** `{commit_sha}` elsewhere, `{repository_tag}`: `tag`, `{country}`: `country_code`, and names that tell apart by nature. */
function unlikelier(
  parameter: string,
  aliases: readonly string[],
  properties: ReadonlyMap<string, SchemaNode>,
): readonly string[] {
  const all = [parameter, ...aliases]
  const names = byNormalizedName(properties)
  const wanted = [
    ...aliases.flatMap(namesFor),
    ...all.map((each) => wordsOf(each).at(-1) ?? ''),
    ...(wordsOf(parameter).at(-1) === 'token' ? ['secret'] : []),
    ...[...plainIds, 'code', 'key', 'slug'].map((word) => `${normalizeName(parameter)}${word}`),
    ...lastResorts,
  ]
  return wanted.flatMap((name) => names.get(name) ?? [])
}

/** The type of an id: an integer, or a string, which is also what a schema without a type is taken for. */
function typeOf(document: Document, node: SchemaNode): 'integer' | 'string' | undefined {
  const types = typesOf(document, node)
  if (isNumeric(types)) return types.has('string') ? 'string' : 'integer'
  return types.has('string') || types.size === 0 ? 'string' : undefined
}
