import {
  responseFor,
  type Document,
  type MediaType,
  type Operation,
  type SchemaNode,
} from '../../spec/document.ts'
import { jsonContent } from '../../spec/inference/bodies/content.ts'
import { isArray, isJsonObject, stringifyJson, type Json, type JsonObject } from '../../spec/json.ts'
import { isJsonType } from '../../spec/http/media-type.ts'
import { schemaDescription } from '../../spec/inference/prose/sentences.ts'
import { own } from '../../spec/util/object.ts'
import { itemsOf, possiblePropertiesOf, propertyAt } from '../../spec/schemas/properties.ts'
import { partsOf, resolveRef } from '../../spec/schemas/subschemas.ts'
import { typesOf, type TypeName } from '../../spec/schemas/types.ts'
import { mayBeBareId } from '../../spec/inference/records/bare-id.ts'
import type { ResourceOperation } from '../../spec/resources.ts'
import { allows } from '../../spec/validate.ts'
import { overlay } from './overlay.ts'
import type { CrudOptions, RoleEntry } from './crud.ts'
import { after, type MaybePromise } from '../maybe-promise.ts'
import type { Id } from '../store/store.ts'
import { kindOf, noteSuits, suits } from './suited.ts'

/** Writes records as one operation's answer carries them. */
export interface Presenter {
  /** The record as the answer shows it: the same one where its schema allows that. */
  fit(record: JsonObject): MaybePromise<JsonObject>
  /** The body that carries the record, or the id of a new one; undefined when the answer cannot. */
  one(record: JsonObject, made?: Id): MaybePromise<Json | undefined>
  /** The body that carries the records; `meta` are further members of its envelope, by path, kept where they are valid. */
  many(records: readonly JsonObject[], meta: readonly Member[]): MaybePromise<Json | undefined>
  readonly namesAt: NamesAt
  /** Whether the envelope has a whole URL there, and not just a reference. */
  readonly isUrl: (path: readonly string[]) => boolean
  /** The schema of what carries the record, or the records. */
  readonly part: SchemaNode | undefined
}

/** Names of the properties that the schema gives an object of the envelope. */
export type NamesAt = (path: readonly string[]) => readonly string[]

/** A value and the property names that lead to it; undefined when there is to be none. */
export interface Member {
  readonly path: readonly string[]
  readonly value: Json | undefined
}

/** How an operation presents the records of a resource; undefined when its answer carries none. */
export function presenterOf(
  options: CrudOptions,
  { resource: { nesting: folding }, operation }: RoleEntry,
): Presenter | undefined {
  const presenter = createPresenter(options, operation)
  return presenter && folding ? options.unfolding?.presentFolded(presenter, folding) : presenter
}

function createPresenter(options: CrudOptions, entry: ResourceOperation): Presenter | undefined {
  const operation = options.byId.get(entry.operationId)
  const { responsePath } = entry
  const media = operation && mediaOf(operation, entry.status)
  if (!operation || !media?.schema) return undefined
  const whole = media.schema
  if (responsePath === undefined)
    return entry.role === 'create' ? createIdPresenter(options, media) : undefined
  const part = propertyAt(options.document, whole, responsePath)
  const item = entry.role === 'list' ? part && itemsOf(options.document, part) : part
  const isMade = entry.role === 'create' || entry.role === 'action'
  const fitted = createFit(options, operation, item)
  const fit =
    item && !isMade && mayHide(options.document, item) ? hiding(options.document, item, fitted) : fitted
  const isValid = (body: Json): boolean => allows(options.validator.of(whole, 'response'), body)
  const isBare = responsePath.length === 0
  const isOpen = part !== undefined && !isSized(resolveRef(options.document, part))
  const isFilled = entry.role === 'list' && isOpen && isBesideScalars(options.document, whole, responsePath)
  const envelope = createEnvelope(options, operation, whole, isFilled ? responsePath : undefined)

  const within = (value: Json, meta: readonly Member[]): MaybePromise<Json | undefined> =>
    after(envelope(), (base) => {
      const body = put(base, { path: responsePath, value })
      const all = meta.reduce(put, body)
      if (isValid(all)) return all
      const best = meta.reduce((sofar, member) => {
        const next = put(sofar, member)
        return isValid(next) ? next : sofar
      }, body)
      // A list that may not be empty is left out where it need not be there.
      const without = put(best, { path: responsePath, value: undefined })
      return [best, ...(isArray(value) && value.length === 0 ? [without] : [])].find(isValid)
    })

  const namesAt: NamesAt = (path) => {
    const node = propertyAt(options.document, whole, path)
    return node ? [...possiblePropertiesOf(options.document, node).keys()] : []
  }

  const isUrl = (path: readonly string[]): boolean => {
    const node = propertyAt(options.document, whole, path)
    return node !== undefined && isUrlSchema(options.document, node)
  }

  return {
    namesAt,
    isUrl,
    part,
    fit,
    one: (record) => after(fit(record), (fitted) => (isBare ? fitted : within(fitted, []))),
    many: (records, meta) =>
      after(fitAll(fit, records), (fitted) => {
        if (!isBare) return within(fitted, meta)
        return isOpen || isValid(fitted) ? fitted : undefined
      }),
  }
}

/** Whether a property may be one that is shown only once, by words that all of those have. */
const mayHide = (document: Document, node: SchemaNode): boolean =>
  [...possiblePropertiesOf(document, node).values()].some((each) =>
    /\b(?:only|again)\b/i.test(schemaDescription(document, each)),
  )

/** Without what is shown only when a record is made; which that is, is found out with the first one. */
function hiding(document: Document, node: SchemaNode, fit: Presenter['fit']): Presenter['fit'] {
  let known: readonly string[] | undefined
  const names = (): MaybePromise<readonly string[]> =>
    known ??
    after(
      import('../../spec/inference/records/shown-once.ts'),
      ({ hiddenAfterCreation: hiddenLater }) => (known = hiddenLater(document, node)),
    )
  return (record) =>
    after(names(), (hidden) =>
      after(
        fit(record),
        (fitted) =>
          hidden.reduce(
            (rest: Json, name) => put(rest, { path: [name], value: undefined }),
            fitted,
          ) as JsonObject,
      ),
    )
}

/** For a create that answers with the id of the new record alone; undefined where what it answers with is none. */
function createIdPresenter({ document, validator }: CrudOptions, media: MediaType): Presenter | undefined {
  if (media.schema === undefined || !mayBeBareId(document, media)) return undefined
  const { accepts } = validator.of(media.schema, 'response')
  return {
    fit: (record) => record,
    one: (_, id) => (id === undefined ? undefined : [id, String(id)].find(accepts)),
    many: () => undefined,
    namesAt: () => [],
    isUrl: () => false,
    part: undefined,
  }
}

/** Whether a text is to be a whole URL, and not just a reference. */
export function isUrlSchema(document: Document, node: SchemaNode): boolean {
  const parts = partsOf(document, node, ['allOf', 'oneOf', 'anyOf'])
  return parts.some(({ schema }) => /^(?:uri|url|iri)$/.test(String(own(schema, 'format'))))
}

/** The JSON that a success answers with, the one with a schema where there are several, else the XML. */
export function mediaOf(operation: Operation, status: number): MediaType | undefined {
  const content = responseFor(operation, status)?.content ?? []
  return jsonContent(content) ?? content.find(({ type }) => isJsonType(type) || type === '*/*')
}

const isSized = ({ schema }: SchemaNode): boolean =>
  typeof schema === 'object' &&
  ['minItems', 'maxItems', 'uniqueItems', 'contains', 'allOf'].some((keyword) => keyword in schema)

/** The record as the schema allows it here, worked out once per record. */
function createFit(
  options: CrudOptions,
  operation: Operation,
  node: SchemaNode | undefined,
): (record: JsonObject) => MaybePromise<JsonObject> {
  if (!node) return (record) => record
  const { validator, fake } = options
  const kind = kindOf(options, node)
  const known = new WeakMap<JsonObject, JsonObject>()
  const isValid = (record: JsonObject): boolean => allows(validator.of(node, 'response'), record)
  return (record) => {
    if (suits(record, kind)) return record
    const before = known.get(record)
    if (before) return before
    if (isValid(record)) {
      noteSuits(record, kind)
      return record
    }
    return after(
      fake.value(node, 'response', {
        key: `${operation.id} ${stringifyJson(Object.values(record)[0] ?? null)}`,
      }),
      (made) => {
        const fitted = isJsonObject(made) ? overlay(made, record, isValid) : record
        known.set(record, fitted)
        return fitted
      },
    )
  }
}

function fitAll(
  fit: (record: JsonObject) => MaybePromise<JsonObject>,
  records: readonly JsonObject[],
): MaybePromise<readonly JsonObject[]> {
  const fitted = records.map(fit)
  return fitted.some((each) => each instanceof Promise)
    ? Promise.all(fitted.map(async (each) => each))
    : (fitted as JsonObject[])
}

/**
 * Whether there are but scalars around what the path leads to: they are the same whatever is made for it, while values with
 * parts share with it how much is made in all.
 */
function isBesideScalars(document: Document, node: SchemaNode, path: readonly string[]): boolean {
  const [name, ...rest] = path
  if (name === undefined) return true
  const properties = possiblePropertiesOf(document, node)
  const next = properties.get(name)
  const others = [...properties].filter(([other]) => other !== name)
  return (
    next !== undefined &&
    others.every(([, other]) => isScalar(typesOf(document, other))) &&
    isBesideScalars(document, next, rest)
  )
}

const isScalar = (types: ReadonlySet<TypeName>): boolean =>
  types.size > 0 && !types.has('object') && !types.has('array')

/**
 * What stands around the records: generated once, the same for every answer.
 * @param open what leads to the list, where its items need not be made for that
 */
function createEnvelope(
  { fake }: CrudOptions,
  operation: Operation,
  node: SchemaNode,
  open: readonly string[] | undefined,
): () => MaybePromise<Json> {
  let known: Json | undefined
  return () =>
    known ??
    after(
      fake.value(node, 'response', { key: `${operation.id} envelope`, ...(open && { open }) }),
      (value) => {
        known = value
        return value
      },
    )
}

/** The body with a value at a path, or without one there. */
export function put(body: Json, { path, value }: Member): Json {
  const [name, ...rest] = path
  if (name === undefined) return value ?? null
  const object = isJsonObject(body) ? body : {}
  if (value !== undefined) return { ...object, [name]: put(object[name] ?? {}, { path: rest, value }) }
  const { [name]: inner, ...others } = object
  if (inner === undefined) return object
  return rest.length === 0 ? others : { ...object, [name]: put(inner, { path: rest, value }) }
}
