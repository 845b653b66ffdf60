import type { MediaType, Operation, SchemaNode } from '../../spec/document.ts'
import { isDryRunName } from '../../spec/inference/dry-runs.ts'
import { uploadOf } from '../../spec/inference/uploads/uploads.ts'
import { equalJson, isJsonObject, type Json } from '../../spec/json.ts'
import { possiblePropertiesOf } from '../../spec/schemas/properties.ts'
import { resolveRef } from '../../spec/schemas/subschemas.ts'
import { hasNeeded, withoutExclusive } from '../api/alternatives.ts'
import type { Api } from '../api/api.ts'
import { rangesOf } from '../api/described-ranges.ts'
import { keywordsOf } from '../api/keywords.ts'
import { withUsableStates } from '../api/usable-states.ts'
import type { NamedValue } from '../generate/generated-values.ts'
import { isImpossible } from '../generate/impossible.ts'
import { asLittle, asNamed, sizeOf, withoutOptional, withoutStates, withParts } from './body-variants.ts'
import { withDescribedMoments } from './described-moments.ts'
import { withOrderedRanges } from './ordered-ranges.ts'
import { withRoom } from './roomy-limits.ts'

/** A value for the body of a request. */
export interface NamedBody {
  /** Where it comes from: `example pet`, `every property`. */
  readonly name: string
  readonly value: Json
  /** Its strings are not made unique: a login, for one, may accept only the document's examples. */
  readonly asIs?: true
  /** The properties whose strings are not made unique: an example may name what exists, and a refusal lists what is allowed. */
  readonly kept?: readonly string[]
}

/** The name of the body with no optional properties. */
export const leastName = 'nothing that can be left out'

/** The content of a file, where no schema says more. */
const sampleFile: NamedBody = { name: 'a small file', value: 'stablehand' }

/** The bodies to try for an operation, those most likely to be accepted, and accepted again, first. */
export function bodiesOf(api: Api, operation: Operation, mediaType: MediaType): readonly NamedBody[] {
  const { schema, examples } = mediaType
  const own = examples.map(({ name, value }) => ({ name: `example ${name}`, value }))
  if (!schema) return own.length === 0 && isFile(api, operation) ? [sampleFile] : own
  const request: BodyOf = { api, operation, schema, given: own.length > 0 ? own : ofSchema(api, schema) }
  const usable = candidatesOf(request).flatMap(({ name, value }) => {
    const chosen = value === undefined || isImpossible(value) ? undefined : usableBody(request, value as Json)
    return chosen === undefined ? [] : [{ name, value: chosen }]
  })
  const different = usable.filter(
    ({ value }, index) => usable.findIndex((other) => equalJson(other.value, value)) === index,
  )
  return [...different, ...asTheyAre(request, different), ...withKept(api, schema, different[0])]
}

/** The body that values are made for. */
interface BodyOf {
  readonly api: Api
  readonly operation: Operation
  readonly schema: SchemaNode
  /** The examples in the document. */
  readonly given: readonly NamedBody[]
}

/** Whether the body of an operation is the content of a file. */
function isFile({ document }: Api, operation: Operation): boolean {
  const upload = uploadOf(document, operation)
  return upload !== undefined && upload.part === undefined
}

interface Candidate {
  readonly name: string
  readonly value: unknown
}

/** Examples and generated values, complete ones first. */
function candidatesOf({ api, operation, schema, given }: BodyOf): readonly Candidate[] {
  const { accepts } = api.validator.of(schema, 'request')
  const isEnough = (value: Json): boolean => accepts(value) && hasNeeded(api, operation, value)
  const edges = api.generator.boundaries(schema, 'request').filter(({ undeclared }) => !undeclared)
  const full = byProperties(api, schema, edges, (a, b) => b - a)
  const rich = isJsonObject(full) ? withParts(full, edges, accepts) : full
  const example = given[0]?.value
  const completed = isJsonObject(rich) && isJsonObject(example) ? { ...rich, ...example } : undefined
  const sparse = withoutOptional(api, schema, rich, isEnough)
  return [
    ...(isRepeatable(operation)
      ? [{ name: 'every plain property', value: withoutStates(api, schema, completed ?? rich) }]
      : []),
    { name: 'every property and part', value: completed },
    ...given,
    { name: 'every property and part, made up', value: rich },
    ...[1, 2].map((seed) => ({
      name: `made with seed ${String(seed)}`,
      value: api.generator.valid(schema, 'request', seed),
    })),
    { name: 'every property', value: full },
    { name: 'required properties', value: byProperties(api, schema, edges, (a, b) => a - b) },
    { name: leastName, value: sparse },
    { name: 'every property as its name suggests', value: asNamed(api, schema, full) },
    { name: 'required properties as their names suggest', value: asNamed(api, schema, sparse) },
    { name: 'as little as possible', value: asLittle(sparse, isEnough) },
  ]
}

/** The value with as much of what descriptions demand as keeps it valid; undefined if it is not valid either. */
function usableBody({ api, operation, schema, given }: BodyOf, value: Json): Json | undefined {
  const { accepts } = api.validator.of(schema, 'request')
  const isExample = given.some((each) => equalJson(each.value, value))
  const timely = withDescribedMoments(api, operation, schema, value)
  const roomy = isExample ? timely : withRoom(api, schema, timely)
  const ordered = withOrderedRanges(roomy, rangesOf(api, operation).body)
  const usable = withUsableStates(api, operation, ordered)
  const effective = withoutDryRun(api, schema, usable)
  const apart = isExample ? effective : withoutExclusive(api, operation, effective, given[0]?.value)
  return [apart, effective, usable, ordered, value].find(accepts)
}

/** Examples whose strings stay as they are: the first, and the one with the fewest properties. */
function asTheyAre({ api, schema, given }: BodyOf, bodies: readonly NamedBody[]): readonly NamedBody[] {
  const [first, ...others] = bodies
    .filter(({ value }) => isGiven(api, schema, value) || given.some((each) => equalJson(each.value, value)))
    .map(({ name, value }) => ({ name: `${name}, as it is`, value, asIs: true as const }))
  return first ? [first, ...others.filter(({ name }) => name.startsWith(leastName))] : []
}

const mostKept = 3

/** The body with the example of a property as it is, for each of the first such properties, if it has other strings besides. */
function withKept(api: Api, schema: SchemaNode, body: NamedBody | undefined): readonly NamedBody[] {
  if (!body || !isJsonObject(body.value)) return []
  const texts = Object.entries(body.value).filter(([, each]) => typeof each === 'string')
  return texts
    .filter(([name, text]) => texts.length > 1 && isGiven(api, schema, { [name]: text }))
    .slice(0, mostKept)
    .map(([name]) => ({ ...body, name: `${body.name}, ${name} as it is`, kept: [name] }))
}

/** A body that asks for the request to take effect: some services only say what they would do unless that is turned off. */
function withoutDryRun({ document }: Api, schema: SchemaNode, body: Json): Json {
  if (!isJsonObject(body)) return body
  const switches = [...possiblePropertiesOf(document, schema).keys()].filter(isDryRunName)
  return { ...body, ...Object.fromEntries(switches.map((name) => [name, false])) }
}

/** The examples of a schema as a whole. */
function ofSchema(api: Api, schema: SchemaNode): readonly NamedBody[] {
  const { schema: target } = resolveRef(api.document, schema)
  if (typeof target === 'boolean') return []
  const several = target['examples']
  const examples = [target['example'], ...(Array.isArray(several) ? several : [])]
  return examples
    .filter((value) => isJsonObject(value as Json))
    .map((value, index) => ({ name: `example ${String(index + 1)} of the schema`, value: value as Json }))
}

/** Whether every string of a value is an example of the document. */
function isGiven(api: Api, schema: SchemaNode, value: Json): boolean {
  if (!isJsonObject(value)) return false
  const properties = possiblePropertiesOf(api.document, schema)
  const texts = Object.entries(value).filter(([, each]) => typeof each === 'string')
  return (
    texts.length > 0 &&
    texts.every(([name, text]) => {
      const node = properties.get(name)
      const keywords = node && keywordsOf(api, node)
      return [keywords?.get('example'), keywords?.get('examples')].flat().includes(text)
    })
  )
}

const isRepeatable = ({ method }: Operation): boolean => method === 'PATCH' || method === 'PUT'

/** The boundary value with the most properties, or the fewest, by `order`. */
function byProperties(
  api: Api,
  schema: SchemaNode,
  edges: readonly NamedValue[],
  order: (a: number, b: number) => number,
): Json | undefined {
  const values = edges
    .filter(({ keyword }) => keyword === 'properties')
    .map(({ value }) => ({ value, size: isJsonObject(value) ? sizeOf(value) : 0 }))
  const [first] = values.sort((a, b) => order(a.size, b.size))
  if (first) return first.value
  const made = api.generator.typical(schema, 'request')
  return isImpossible(made) ? undefined : made
}
