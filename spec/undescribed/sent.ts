import {
  pathParameter,
  type Document,
  type MediaType,
  type Operation,
  type Response,
  type Schema,
  type SchemaNode,
} from '../document.ts'
import { concreteType, isJsonType } from '../http/media-type.ts'
import { jsonSchema, responseSchema, successResponse } from '../inference/bodies/content.ts'
import { findList, findRecord } from '../inference/bodies/envelope.ts'
import { isParameter, lastLiteral, parseTemplate } from '../inference/paths/template.ts'
import { normalizeName, singular, wordsOf } from '../inference/prose/words.ts'
import { couldBeRecord, hasOnlyAnnotations } from '../inference/schemas/similarity.ts'
import { appendPointer, resolvePointer } from '../json/pointer.ts'
import { operationsOf } from '../operations.ts'
import { endsInParameter, pathAbove } from '../routing/path-template.ts'
import { possiblePropertiesOf, requiredOf } from '../schemas/properties.ts'
import { resolveRef } from '../schemas/subschemas.ts'
import { isNumeric, typesOf } from '../schemas/types.ts'
import { lazily } from '../util/lazily.ts'
import { own } from '../util/object.ts'
import { groupsOf, isMadeElsewhere, sentBy, type Group } from './groups.ts'
import { rewrite, type Edit } from './rewrite.ts'
import { saysNothing } from './says-nothing.ts'

/** Adds a schema to each response that does not describe its record, if other responses or requests do. */
export function describeSent(document: Document): Document {
  const groups = groupsOf(operationsOf(document).operations)
  const names = new Set(Object.keys(document.root.components?.schemas ?? {}))
  const known = { document, names, numbers: new Map(), sent: lazily(() => sentAnywhere(document, groups)) }
  return rewrite(
    document,
    groups.flatMap((group) => describeGroup(known, group)),
  )
}

interface Known {
  readonly document: Document
  /** The names of schemas in `components`. */
  readonly names: Set<string>
  /** The last number that was appended to a name to make it unique. */
  readonly numbers: Map<string, number>
  /** The properties of all requests, by their normalized names: the first of each. */
  readonly sent: () => ReadonlyMap<string, SchemaNode>
}

function sentAnywhere(document: Document, groups: readonly Group[]): ReadonlyMap<string, SchemaNode> {
  const all = new Map<string, SchemaNode>()
  for (const group of groups)
    for (const write of group.writes) {
      const sent = sentBy(document, write, group)
      for (const [name, node] of sent ? possiblePropertiesOf(document, sent) : [])
        if (!all.has(normalizeName(name))) all.set(normalizeName(name), node)
    }
  return all
}

function describeGroup(known: Known, group: Group): readonly Edit[] {
  const { document } = known
  const { read, list, create, changes } = group
  const [one, several] = [gapOf(document, read, 'object'), gapOf(document, list, 'array')]
  const written = [create, ...changes].flatMap((each) => gapOf(document, each, 'object') ?? [])
  if (!one && !several && written.length === 0) return []
  const described = answered(document, group)
  const record = described ?? sentIn(document, group)
  if (record === undefined) return []
  // A write may respond without a body. If even a read declares none, the document is incomplete.
  const isSilent = [one, several].some((gap) => gap?.media.length === 0)
  const shown = written.filter(({ operation, media }) => {
    const sent = isSilent || media.length > 0 ? sentBy(document, operation, group) : undefined
    return sent !== undefined && couldBeRecord(document, sent, record)
  })
  const whole = [
    ...(one ? [one] : []),
    ...shown,
    ...(isSilent ? partialChanges(document, group, record) : []),
  ]
  if (whole.length === 0 && !several) return []
  const home = described ? undefined : `#/components/schemas/${freeName(known, group)}`
  const schema = { $ref: home ?? record.pointer }
  return [
    ...(home === undefined ? [] : [{ pointer: home, value: storedRecord(known, group, record) }]),
    ...whole.map((gap) => filled(document, gap, schema)),
    ...(several ? [filled(document, several, { type: 'array', items: schema })] : []),
  ]
}

/** Writes below the path of a record that set some of its properties: `PATCH /tasks/{id}/status`. */
function partialChanges(document: Document, { read }: Group, record: SchemaNode): readonly Gap[] {
  const known = possiblePropertiesOf(document, record)
  return operationsOf(document).operations.flatMap((operation) => {
    const { method, path, requestBody } = operation
    if (!method.startsWith('P') || endsInParameter(path) || pathAbove(path) !== read?.path) return []
    const body = jsonSchema(requestBody?.content ?? [])
    const names = body ? [...possiblePropertiesOf(document, body).keys()] : []
    const isPart = names.length > 0 && names.every((name) => known.has(name))
    return isPart ? (gapOf(document, operation, 'object') ?? []) : []
  })
}

/** The record as responses describe it. */
function answered(document: Document, { subject, read, list }: Group): SchemaNode | undefined {
  const [one, several] = [read, list].map((operation) => {
    const answer = operation && responseSchema(operation)
    return saysNothing(document, answer) ? undefined : answer
  })
  const record = one && findRecord(document, one, subject)
  return (record ?? (several && findList(document, several, subject)))?.schema
}

/** The record as the first request with one describes it. */
function sentIn(document: Document, group: Group): SchemaNode | undefined {
  for (const operation of [group.create, ...group.changes]) {
    const sent = operation && sentBy(document, operation, group)
    if (sent) return sent
  }
  return undefined
}

/**
 * The schema of a stored record: what is sent, its id, and the ids in the path of its create, if it is read at another path. An
 * `additionalProperties: false` applies to the request only.
 */
function storedRecord(known: Known, group: Group, sent: SchemaNode): Schema {
  const { document } = known
  const { subject, read, writes, create } = group
  const names = possiblePropertiesOf(document, sent)
  const sentProperties = [...names].map(([name, { pointer }]) => [name, { $ref: pointer }] as const)
  const own = subject.idParameter
  const item = [read, ...writes].find((each) => each?.path.endsWith(`{${own ?? ''}}`))
  const id =
    own === undefined
      ? []
      : [[idNameOf(own, [...names.keys()]), idSchema(known, group, inPath(item, own))] as const]
  const parents = isMadeElsewhere(group) && create ? parentsIn(create) : []
  const added = [...id, ...parents].filter(([name]) => !names.has(name))
  return {
    type: 'object',
    properties: Object.fromEntries([...added, ...sentProperties]),
    required: [...added.map(([name]) => name), ...requiredOf(document, sent)],
  }
}

/** The schema of the id in the path; if that is any string, the schema of references to it, such as `petId`. */
function idSchema({ document, sent }: Known, { subject }: Group, inPath: Schema): Schema {
  const isOpen =
    typeof inPath === 'object' &&
    inPath['type'] === 'string' &&
    hasOnlyAnnotations({ schema: inPath, pointer: '' }, 'type')
  const referred = isOpen ? sent().get(`${normalizeName(singular(subject.name))}id`) : undefined
  const types = referred && typesOf(document, referred)
  return types && (types.has('string') || isNumeric(types)) ? { $ref: referred.pointer } : inPath
}

/** The properties of a record that the path of its create implies: `projectId` for `/projects/{id}/issues`. */
function parentsIn(create: Operation): readonly (readonly [name: string, schema: Schema])[] {
  const { segments } = parseTemplate(create.path)
  return segments.flatMap((segment, at) => {
    if (!isParameter(segment)) return []
    const { parameter } = segment
    const name =
      normalizeName(parameter) === 'id' ? `${singular(lastLiteral(segments.slice(0, at)))}Id` : parameter
    return [[name, inPath(create, parameter)] as const]
  })
}

/** The schema of a path parameter; a string if it is not declared. */
function inPath(operation: Operation | undefined, name: string): Schema {
  const declared = operation && pathParameter(operation, name)
  return declared?.schema?.schema ?? { type: 'string' }
}

/** The name of the id property: the one sent with the parameter's name, else the parameter's `id` word, else the parameter itself. */
function idNameOf(parameter: string, names: readonly string[]): string {
  const same = names.find((name) => normalizeName(name) === normalizeName(parameter))
  return same ?? wordsOf(parameter).find((word) => /^(?:id|uuid|guid)$/.test(word)) ?? parameter
}

/** A name for a new schema, such as `Pet`, that is not taken. */
function freeName({ names, numbers }: Known, { subject }: Group): string {
  const words = wordsOf(singular(subject.name)).map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  const base = words.join('').replaceAll(/[^A-Za-z0-9]/g, '') || 'Record'
  let number = numbers.get(base) ?? 1
  const called = (): string => (number === 1 ? base : `${base}${String(number)}`)
  while (names.has(called())) number += 1
  const name = called()
  names.add(name)
  numbers.set(base, number)
  return name
}

/** A response whose content is not described. */
interface Gap {
  readonly operation: Operation
  readonly response: Response
  /** Its JSON content, without a schema that says anything; empty if the response declares no content. */
  readonly media: readonly MediaType[]
}

function gapOf(
  document: Document,
  operation: Operation | undefined,
  type: 'object' | 'array',
): Gap | undefined {
  const response = operation && successResponse(operation, operation.method === 'POST')
  if (!operation || !response || !/^(?:20[013]|2XX|default)$/.test(response.status)) return undefined
  const media = response.content.filter((each) => isJsonType(concreteType(each.type)))
  const isOpen = media.every(({ schema }) => {
    const declared = schema && own(resolveRef(document, schema).schema, 'type')
    return saysNothing(document, schema) && (declared === undefined || declared === type)
  })
  return isOpen && (media.length > 0 || response.content.length === 0)
    ? { operation, response, media }
    : undefined
}

/** Sets the schema of one response. A `$ref` to a shared response is replaced by a copy. */
function filled(document: Document, { operation, response, media }: Gap, schema: Schema): Edit {
  const types = media.length > 0 ? media.map(({ type }) => type) : ['application/json']
  const content = Object.fromEntries(types.map((type) => [type, { schema }]))
  const status = /^\d+$/.test(response.status) ? response.status : '200'
  const before = resolvePointer(document.root, response.pointer)
  return {
    pointer: appendPointer(`${operation.pointer}/responses`, status),
    value: { ...(before as object), content: { ...(own(before, 'content') as object), ...content } },
  }
}
