import type { MediaType, Operation, SchemaNode } from '../../spec/document.ts'
import { isDryRunName } from '../../spec/inference/dry-runs.ts'
import { uploadOf } from '../../spec/inference/uploads/uploads.ts'
import { equalJson, isJsonObject, type Json, type JsonObject } from '../../spec/json.ts'
import { possiblePropertiesOf } from '../../spec/schemas/properties.ts'
import { resolveRef } from '../../spec/schemas/subschemas.ts'
import { getOrInsertComputed } from '../../spec/util/memo.ts'
import { hasNeeded, withoutExclusive } from '../api/alternatives.ts'
import { bodyType, type Api } from '../api/api.ts'
import { rangesOf } from '../api/described-ranges.ts'
import { keywordsOf } from '../api/keywords.ts'
import { withUsableStates } from '../api/usable-states.ts'
import type { NamedValue } from '../generate/generated-values.ts'
import { isImpossible } from '../generate/impossible.ts'
import { asLittle, asNamed, sizeOf, withoutOptional, withoutStates, withParts } from './body-variants.ts'
import { withDescribedMoments } from './described-moments.ts'
import { withOrderedRanges } from './ordered-ranges.ts'
import { requiredParameters } from './required-parameters.ts'
import { withRoom } from './roomy-limits.ts'

/** Values for a request that should be accepted once the ids of existing records are filled in. */
export interface RequestTemplate {
  /** Where its values come from: `example pet`, `every property`. */
  readonly name: string
  readonly query: JsonObject
  readonly header: JsonObject
  readonly cookie: JsonObject
  readonly body: { readonly mediaType: MediaType; readonly value: Json } | undefined
  /** Its strings are not made unique: a login, for one, may accept only the document's examples. */
  readonly asIs?: true
  /** The properties whose strings are not made unique: an example may name what exists, and a refusal lists what is allowed. */
  readonly kept?: readonly string[]
}

/** The name of the template with no optional properties. */
export const leastName = 'nothing that can be left out'

const known = new WeakMap<Operation, readonly RequestTemplate[]>()

/** The templates of an operation, those most likely to be accepted, and accepted again, first. */
export function templatesOf(api: Api, operation: Operation): readonly RequestTemplate[] {
  return getOrInsertComputed(known, operation, () => makeTemplates(api, operation))
}

function makeTemplates(api: Api, operation: Operation): readonly RequestTemplate[] {
  const parameters = requiredParameters(api, operation)
  const mediaType = bodyType(operation)
  if (!mediaType) return [{ name: 'required parameters', ...parameters, body: undefined }]
  const bodies = bodiesOf(api, operation, mediaType)
  const templates = bodies.map(({ value, ...rest }) => ({
    ...rest,
    ...parameters,
    body: { mediaType, value },
  }))
  return operation.requestBody?.required
    ? templates
    : [...templates, { name: 'no body', ...parameters, body: undefined }]
}

interface NamedBody extends Pick<RequestTemplate, 'name' | 'asIs' | 'kept'> {
  readonly value: Json
}

/** The content of a file, where no schema says more. */
const sampleFile: NamedBody = { name: 'a small file', value: 'stablehand' }

/** Whether the body of an operation is the content of a file. */
function isFile({ document }: Api, operation: Operation): boolean {
  const upload = uploadOf(document, operation)
  return upload !== undefined && upload.part === undefined
}

function bodiesOf(api: Api, operation: Operation, mediaType: MediaType): readonly NamedBody[] {
  const { schema, examples } = mediaType
  const own = examples.map(({ name, value }) => ({ name: `example ${name}`, value }))
  if (!schema) return own.length === 0 && isFile(api, operation) ? [sampleFile] : own
  const given = own.length > 0 ? own : ofSchema(api, schema)
  const validate = api.validator.of(schema, 'request')
  const edges = api.generator.boundaries(schema, 'request').filter(({ undeclared }) => !undeclared)
  const full = byProperties(api, schema, edges, (a, b) => b - a)
  const rich = isJsonObject(full) ? withParts(full, edges, validate.accepts) : full
  const isEnough = (value: Json): boolean => validate.accepts(value) && hasNeeded(api, operation, value)
  const sparse = withoutOptional(api, schema, rich, isEnough)
  const withExample = (value: Json | undefined): Json | undefined =>
    given[0] && isJsonObject(value) && isJsonObject(given[0].value)
      ? { ...value, ...given[0].value }
      : undefined
  const made = [1, 2].map((seed) => ({
    name: `made with seed ${String(seed)}`,
    value: api.generator.valid(schema, 'request', seed),
  }))
  const candidates: readonly { readonly name: string; readonly value: unknown }[] = [
    ...(isRepeatable(operation)
      ? [{ name: 'every plain property', value: withoutStates(api, schema, withExample(rich) ?? rich) }]
      : []),
    { name: 'every property and part', value: withExample(rich) },
    ...given,
    { name: 'every property and part, made up', value: rich },
    ...made,
    { name: 'every property', value: full },
    { name: 'required properties', value: byProperties(api, schema, edges, (a, b) => a - b) },
    { name: leastName, value: sparse },
    { name: 'every property as its name suggests', value: asNamed(api, schema, full) },
    { name: 'required properties as their names suggest', value: asNamed(api, schema, sparse) },
    {
      name: 'as little as possible',
      value: asLittle(sparse, isEnough),
    },
  ]
  const valid = candidates.flatMap(({ name, value }) => {
    if (value === undefined || isImpossible(value)) return []
    const timely = withDescribedMoments(api, operation, schema, value as Json)
    const isExample = given.some((each) => equalJson(each.value, value as Json))
    const roomy = isExample ? timely : withRoom(api, schema, timely)
    const ordered = withOrderedRanges(roomy, rangesOf(api, operation).body)
    const usable = withUsableStates(api, operation, ordered)
    const effective = withoutDryRun(api, schema, usable)
    const apart = isExample ? effective : withoutExclusive(api, operation, effective, given[0]?.value)
    const chosen = [apart, effective, usable, ordered, value as Json].find((each) => validate.accepts(each))
    return chosen === undefined ? [] : [{ name, value: chosen }]
  })
  const different = valid.filter(
    ({ value }, index) => valid.findIndex((other) => equalJson(other.value, value)) === index,
  )
  const asGiven = different
    .filter(({ value }) => isGiven(api, schema, value) || given.some((each) => equalJson(each.value, value)))
    .map(({ name, value }) => ({ name: `${name}, as it is`, value, asIs: true as const }))
  const least = asGiven.slice(1).filter(({ name }) => name.startsWith(leastName))
  return [...different, ...asGiven.slice(0, 1), ...least, ...withKept(api, schema, different[0])]
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
