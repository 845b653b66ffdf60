import { isSameSchema } from '../../spec/inference/schemas/similarity.ts'
import { isBareId } from '../../spec/inference/records/bare-id.ts'
import { clientChoosesId } from '../../spec/inference/drafts/roles.ts'
import { jsonSchema, responseSchema } from '../../spec/inference/bodies/content.ts'
import { pathToId } from '../../spec/inference/records/path-to-id.ts'
import { responseFor, type Operation } from '../../spec/document.ts'
import { isJsonObject, memberAt, type Json, type JsonObject } from '../../spec/json.ts'
import { groupBy } from '../../spec/util/group-by.ts'
import { header } from '../../spec/http.ts'
import type { Resource, ResourceOperation } from '../../spec/resources.ts'
import type { Answer, Fixture } from '../interaction.ts'
import { isSuccess, jsonOf } from '../answer.ts'
import { operationFor, resourceNamed, sentSchema, type Api } from '../api/api.ts'
import { bodyValue, textOfId } from '../draft.ts'
import { parameterNames } from '../../spec/routing/path-template.ts'
import { keyInLocation, typedId } from './paths.ts'
import { idIn, isId, recordIn, sameId } from './answer-records.ts'

/** Everything the run made, so that it can be removed; kept up to date by every answer. */
export interface Records {
  note(answer: Answer): void
  /** What was made by that request; undefined when it made nothing that can be named. */
  createdBy(answer: Answer): Fixture | undefined
  /** Something whose making does not tell it: by PUT where there was nothing. The same, kept up to date. */
  add(fixture: Fixture): Fixture
  /** What is still there and might be deleted, newest first: what it is called, without what it was made by. */
  remaining(): readonly Fixture[]
  /** By resource, how many records are still there, and the ids of some. */
  left(): ReadonlyMap<string, Left>
}

interface Left {
  readonly count: number
  readonly ids: readonly Json[]
  /** What their deletions were refused with; empty where there is none. */
  readonly statuses: readonly number[]
}

/** Records of one resource that are remembered although nothing can delete them. */
const mostLasting = 1_000

export function createRecords(api: Api, target: string): Records {
  /** Exchanges are not kept with them: there may be as many as requests. */
  const traces = new Map<string, Fixture>()
  const byAnswer = new WeakMap<Answer, Fixture>()
  const lasting = new Map<string, number>()
  const keep = (key: string, trace: Fixture): void => {
    const { resource } = trace
    if (!isDeletable(api, resource)) {
      const before = lasting.get(resource) ?? 0
      lasting.set(resource, before + 1)
      if (before >= mostLasting) return
    }
    traces.delete(key)
    traces.set(key, trace)
  }
  /** By the name of a resource, the names of those below its records. */
  const children = groupBy(api.model.resources, ({ parent }) => parent?.resource)
  /** No path leads any more to what is below a deleted record. */
  const forgetBelow = (name: string, above: readonly Json[]): void => {
    const names = new Set(children.get(name)?.map((child) => child.name))
    if (names.size === 0) return
    for (const [key, { resource, key: own }] of traces) {
      if (
        names.has(resource) &&
        own.length > above.length &&
        above.every((id, index) => sameId(id, own[index]))
      )
        traces.delete(key)
    }
  }
  const add = (fixture: Fixture): Fixture => {
    const key = keyText(fixture.resource, fixture.key)
    // A replayed request is answered with the record of the first.
    const known = traces.get(key)
    const trace = known ?? traceOf(fixture, () => traces.delete(key))
    if (!known) keep(key, trace)
    const kept = following(fixture, trace)
    if (fixture.creation) byAnswer.set(fixture.creation, kept)
    return kept
  }
  return {
    note(answer) {
      const found = api.model.roles.get(answer.operation?.id ?? '')
      if (!found || answer.method !== answer.operation?.method) return
      const { resource, operation: role } = found
      if (role.role === 'create' && isSuccess(answer.status)) {
        const id = idOfNew(api, target, resource, role, answer)
        if (id !== undefined) add(createdFixture(resource, role, answer, id, recordIn(answer, role)))
      }
      if (
        role.role === 'delete' &&
        (isSuccess(answer.status) || answer.status === 404 || answer.status === 410)
      ) {
        const key = Object.values(answer.draft.path)
        const deleted = traces.get(keyText(resource.name, key))
        if (deleted) deleted.gone = true
        if (isSuccess(answer.status)) forgetBelow(resource.name, key)
      }
    },
    createdBy: (answer) => byAnswer.get(answer),
    add,
    remaining: () => [...traces.values()].reverse(),
    left: () => leftOf([...traces.values()].reverse(), lasting),
  }
}

function isDeletable(api: Api, name: string): boolean {
  const resource = resourceNamed(api, name)
  return resource !== undefined && operationFor(api, resource, 'delete') !== undefined
}

/** What has to be known of a record to delete it. */
function traceOf({ resource, id, key }: Fixture, forget: () => void): Fixture {
  let gone = false
  return {
    resource,
    id,
    key,
    record: undefined,
    creation: undefined,
    get gone() {
      return gone
    },
    set gone(value) {
      gone = value
      if (gone) forget()
    },
  }
}

/** The fixture, gone when its trace is. */
function following(fixture: Fixture, trace: Fixture): Fixture {
  return {
    ...fixture,
    get gone() {
      return trace.gone
    },
    set gone(gone) {
      trace.gone = gone
    },
  }
}

function leftOf(
  remaining: readonly Fixture[],
  lasting: ReadonlyMap<string, number>,
): ReadonlyMap<string, Left> {
  return new Map(
    [...groupBy(remaining, ({ resource }) => resource)].map(([resource, found]) => [
      resource,
      {
        count: Math.max(found.length, lasting.get(resource) ?? 0),
        ids: found.slice(0, 5).map(({ id }) => id),
        statuses: [...new Set(found.flatMap(({ stuck }) => stuck ?? []))].toSorted((a, b) => a - b),
      },
    ]),
  )
}

const keyText = (resource: string, key: readonly Json[]): string =>
  JSON.stringify([resource, ...key.map(textOfId)])

/** The id of what an accepted create made, where its answer tells it. */
function idOfNew(
  api: Api,
  target: string,
  resource: Resource,
  role: ResourceOperation,
  answer: Answer,
): Json | undefined {
  const location = header(answer.exchange.response.headers, 'location')
  const inLocation = location === undefined ? undefined : keyInLocation(target, location, resource)
  const alone = role.responsePath === undefined ? jsonOf(answer) : undefined
  // What it makes may not be there yet.
  if (answersWithOther(api, resource, answer.draft.operation)) return undefined
  return (
    idIn(recordIn(answer, role), resource) ??
    (inLocation && typedId(inLocation.at(-1) ?? '', resource.idType)) ??
    namedId(api, resource, answer) ??
    (isBareId(alone) && isOfType(alone, resource) ? alone : sentId(api, resource, role, answer))
  )
}

/** Whether it is answered with a record of another kind, such as one of what is under way. */
export function answersWithOther({ document, model }: Api, own: Resource, operation: Operation): boolean {
  const shown = responseSchema(operation)
  return (
    shown !== undefined &&
    !isSameSchema(document, shown, own.record) &&
    model.resources.some(({ record }) => isSameSchema(document, shown, record))
  )
}

/** A text that is no number is something else of a record whose ids are numbers, such as its token. */
const isOfType = (id: Json, { idType }: Resource): boolean =>
  idType !== 'integer' || /^-?\d+$/.test(textOfId(id))

/** The id by the name that paths have for it: `{petId}`. */
function namedId(api: Api, { idParameter }: Resource, answer: Answer): Json | undefined {
  const declared = answer.operation && responseFor(answer.operation, answer.status)
  const schema = jsonSchema(declared?.content ?? [])
  const place = schema && idParameter !== undefined && pathToId(api.document, schema, idParameter)
  const id = place ? memberAt(jsonOf(answer), place) : undefined
  return isId(id) ? id : undefined
}

/** The id that the client chose. */
function sentId(api: Api, resource: Resource, role: ResourceOperation, { draft }: Answer): Json | undefined {
  const schema = sentSchema(api, { role, operation: draft.operation })
  const identity = { property: resource.idProperty, type: resource.idType }
  const sent = bodyValue(draft)
  return schema && isJsonObject(sent) && clientChoosesId(api.document, schema, identity)
    ? idIn(sent, resource)
    : undefined
}

/** The record that an accepted create made, which has that id. */
export function createdFixture(
  resource: Resource,
  role: ResourceOperation,
  creation: Answer,
  id: Json,
  record: JsonObject | undefined,
): Fixture {
  const names = resource.itemPath === undefined ? [] : parameterNames(resource.itemPath)
  const scope = role.scope.map((name) => creation.draft.path[name]).filter((value) => value !== undefined)
  const key = names.length === 0 ? [...scope, id] : [...scope, id].slice(-names.length)
  return { resource: resource.name, id, key, record, creation, gone: false }
}
