import {
  pathParameter,
  type Document,
  type Operation,
  type Parameter,
  type SchemaNode,
} from '../../document.ts'
import { possiblePropertiesOf, requiredOf } from '../../schemas/properties.ts'
import { keywordOf } from '../../schemas/subschemas.ts'
import { isNumeric, typesOf } from '../../schemas/types.ts'
import { requestSchema, responseSchema } from '../bodies/content.ts'
import { parameterDescription } from '../prose/sentences.ts'
import { byNormalizedName, normalizeName, singular, wordsOf } from '../prose/words.ts'
import { canHaveProperty } from '../schemas/allows-property.ts'
import { canShareValue } from '../schemas/compatibility.ts'
import { otherThanId } from './either.ts'

/** Last words of the names of identifiers. */
const idWords = new Set(
  'slug key name code number no login username email handle sku ref hash token sha digest arn'.split(' '),
)

/** Whether a name that ends in this word may be that of an identifier. */
export const isIdWord = (word: string): boolean => /^\w{0,2}id$/.test(word) || idWords.has(word)
const plainIds = new Set(['id', 'uuid', 'guid'])
const lastResorts = ['slug', 'key', 'name', 'code', 'login', 'username', 'sku', 'number', 'sha', 'arn']

/**
 * Properties that may hold an item's id, the most likely first: the one with the name of the path parameter, with the parameter's
 * last word (`slug` for `{org_slug}`), `id`, `petId`. Without a parameter, only `id` and `petId`.
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
  const candidates = wanted.flatMap(
    (name) => names.get(name)?.filter((property) => !property.startsWith('@')) ?? [],
  )
  return [...new Set(candidates)]
}

function namesFor(parameter: string): readonly string[] {
  const other = otherThanId(parameter)
  if (other !== undefined) return ['id', other]
  const last = wordsOf(parameter).at(-1) ?? ''
  const others = last === 'username' ? ['login', 'handle'] : []
  return isIdWord(last) ? [normalizeName(parameter), last, ...others] : [normalizeName(parameter)]
}

/** The property of a record that holds its id, and the id's type. */
export interface Identity {
  readonly property: string | undefined
  readonly type: 'integer' | 'string' | undefined
}

/** What the paths of a collection's items tell about their ids. */
export interface Items {
  /** The last literal segment of the collection's path. */
  readonly name: string
  readonly idParameter: string | undefined
  /** The names that other paths through the items give to the same parameter. */
  readonly aliases: readonly string[]
  /** An operation at the item's path. */
  readonly operation: Operation | undefined
  /** The operation that creates items. */
  readonly creation: Operation | undefined
}

/**
 * Finds the property of a record that holds the id in the path. Properties that records can never have, or whose values the path
 * parameter does not accept, are skipped. If none is left, the id is in the path only and has the parameter's type.
 */
export function identify(
  document: Document,
  record: SchemaNode,
  { name, idParameter, aliases, operation, creation }: Items,
): Identity {
  const properties = possiblePropertiesOf(document, record)
  const declared = operation && pathParameter(operation, idParameter)
  const parameter = declared?.schema
  const wanted = parameter && typeOf(document, parameter)
  const likely = idCandidates({ name, idParameter }, properties)
  const others =
    idParameter === undefined || properties.has('_links') || tellsIdOnly(document, creation)
      ? []
      : lessLikely({ name, idParameter, aliases }, properties)
  const candidates = [
    ...withSamePattern(document, parameter, properties),
    ...publicIds(document, wanted, properties),
    ...(declared ? toldIds(document, declared, creation, properties) : []),
    ...likely,
    ...others,
  ]
  // `/repos/{owner}/{repo}`: what follows an owner's name is a name too.
  const isName = wanted === 'string' && operation?.path.includes(`}/{${String(idParameter)}}`) === true
  const typed = candidates.map((property) => {
    const schema = properties.get(property)
    return { property, schema, type: schema && typeOf(document, schema) }
  })
  const texts = isName ? typed.filter(({ type }) => type === 'string') : []
  // `{repo_slug}` is the `name` rather than the `uuid` where no list creates what is there.
  const isNamed = isName && creation === undefined && wordsOf(idParameter ?? '').at(-1) === 'slug'
  const names = isNamed ? texts.filter(({ property }) => lastResorts.includes(normalizeName(property))) : []
  for (const { property, schema, type } of [...names, ...texts, ...typed]) {
    if (!schema || type === undefined || !canHaveProperty(document, record, property, type)) continue
    if (!parameter || canHold(document, [property, schema], parameter)) return { property, type }
  }
  return { property: undefined, type: idParameter === undefined ? undefined : (wanted ?? 'string') }
}

/** The text that clients know records by where their `id` is a number and paths take texts: `documentId`. */
function publicIds(
  document: Document,
  wanted: Identity['type'],
  properties: ReadonlyMap<string, SchemaNode>,
): readonly string[] {
  const id = properties.get('id')
  if (wanted !== 'string' || !id || typeOf(document, id) !== 'integer') return []
  return [...properties.keys()].filter((name) => /^(?:document|public)id$/.test(normalizeName(name)))
}

const told = /^(?:the )?(name|number|index|slug|login|username) of (?:the |an? )?\w/i

/** What a description may mean by these. */
const alsoCalled: Readonly<Record<string, readonly string[]>> = {
  name: ['login', 'username'],
  username: ['login'],
  index: ['number'],
}

/**
 * What identifies records as the description of the parameter says, unless it is named as an id: `number` for "index of the issue". Of
 * several names, that which clients have to send: `username` for "name of the team".
 */
function toldIds(
  document: Document,
  parameter: Parameter,
  creation: Operation | undefined,
  properties: ReadonlyMap<string, SchemaNode>,
): readonly string[] {
  const [, word = ''] = told.exec(parameterDescription(document, parameter)) ?? []
  if (word === '' || /^\w{0,2}id$/.test(wordsOf(parameter.name).at(-1) ?? '')) return []
  const noun = word.toLowerCase()
  const body = noun === 'name' && creation ? requestSchema(creation) : undefined
  const sent = body ? [...requiredOf(document, body)].filter((name) => lastResorts.includes(name)) : []
  const names = [...sent, noun, ...(alsoCalled[noun] ?? [])]
  return names.filter((name) => properties.has(name))
}

/** Whether a creation responds with an id, and with no record: `{"id": "x7"}`. If records have no such property, no other is the id. */
function tellsIdOnly(document: Document, creation: Operation | undefined): boolean {
  const body = creation && responseSchema(creation)
  const told = body ? [...possiblePropertiesOf(document, body)] : []
  return (
    told.some(([name]) => plainIds.has(name)) &&
    told.every(([, node]) => possiblePropertiesOf(document, node).size === 0)
  )
}

/** Whether a property can hold the ids that a parameter takes. */
function canHold(
  document: Document,
  [name, schema]: readonly [string, SchemaNode],
  parameter: SchemaNode,
): boolean {
  // JSON:API and big integers of databases are shown as strings of digits.
  if (typeOf(document, parameter) === 'integer' && typeOf(document, schema) !== 'integer' && name !== 'id')
    return false
  const isUnlikely =
    lastResorts.includes(normalizeName(name)) && isUuid(document, parameter) && !isUuid(document, schema)
  return !isUnlikely && canShareValue(document, [schema, parameter])
}

/** The property that alone has the parameter's `pattern`, if its name is that of an identifier. */
function withSamePattern(
  document: Document,
  parameter: SchemaNode | undefined,
  properties: ReadonlyMap<string, SchemaNode>,
): readonly string[] {
  const pattern = parameter && keywordOf(document, parameter, 'pattern')
  if (pattern === undefined) return []
  const matching = [...properties].flatMap(([name, schema]) =>
    keywordOf(document, schema, 'pattern') === pattern ? [name] : [],
  )
  const [name, ...others] = matching
  return name !== undefined && others.length === 0 && isIdWord(wordsOf(name).at(-1) ?? '') ? [name] : []
}

/** Matches a `pattern` of UUIDs: groups of 8, 4, 4, 4 and 12 digits. */
const uuidPattern = /\{8\}.*\{4\}.*\{12\}/

function isUuid(document: Document, node: SchemaNode): boolean {
  if (keywordOf(document, node, 'format') === 'uuid') return true
  const pattern = keywordOf(document, node, 'pattern')
  return typeof pattern === 'string' && uuidPattern.test(pattern)
}

/**
 * Less likely names: those of the parameter at other paths, its last word whatever that is (`tag` for `{repository_tag}`), the
 * parameter with a suffix (`country_code` for `{country}`), names that are unique by nature, and what one record is called
 * (`collection` for `/collections/{id}`).
 */
function lessLikely(
  {
    name,
    idParameter: parameter,
    aliases,
  }: { readonly name: string; readonly idParameter: string; readonly aliases: readonly string[] },
  properties: ReadonlyMap<string, SchemaNode>,
): readonly string[] {
  const parameters = [parameter, ...aliases]
  const names = byNormalizedName(properties)
  const wanted = [
    ...aliases.flatMap(namesFor),
    ...parameters.map((each) => wordsOf(each).at(-1) ?? ''),
    ...(wordsOf(parameter).at(-1) === 'token' ? ['secret'] : []),
    ...[...plainIds, 'code', 'key', 'slug'].map((word) => `${normalizeName(parameter)}${word}`),
    ...lastResorts,
    normalizeName(singular(name)),
  ]
  return wanted.flatMap((name) => names.get(name) ?? [])
}

/** The type of an id: integer or string. A schema without a type counts as string. */
function typeOf(document: Document, node: SchemaNode): 'integer' | 'string' | undefined {
  const types = typesOf(document, node)
  if (isNumeric(types)) return types.has('string') ? 'string' : 'integer'
  return types.has('string') || types.size === 0 ? 'string' : undefined
}
