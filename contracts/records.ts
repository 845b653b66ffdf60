import { equalJson, isJsonObject, type Json, type JsonObject } from '../spec/json.ts'
import { header } from '../spec/http.ts'
import type { Resource, ResourceOperation } from '../spec/resources.ts'
import { isSuccess, jsonOf, type Answer } from './answer.ts'
import type { Api } from './api.ts'
import { bodyValue, textOfId, type Fixture } from './draft.ts'
import { keyInLocation, parameterNames, typedId } from './paths.ts'

/** Everything the run made, so that it can be removed; kept up to date by every answer. */
export interface Records {
  note(answer: Answer): void
  /** What was made by that request; undefined when it made nothing that can be named. */
  madeBy(answer: Answer): Fixture | undefined
  /** Something made otherwise than by a create: by PUT where there was nothing. */
  add(fixture: Fixture): void
  /** What is still there, newest first. */
  remaining(): readonly Fixture[]
}

export function createRecords(api: Api, target: string): Records {
  const made: Fixture[] = []
  const byAnswer = new WeakMap<Answer, Fixture>()
  const byKey = new Map<string, Fixture>()
  const add = (fixture: Fixture): void => {
    made.push(fixture)
    byKey.set(keyText(fixture.resource, fixture.key), fixture)
  }
  return {
    note(answer) {
      const found = api.model.roles.get(answer.operation?.id ?? '')
      if (!found || answer.method !== answer.operation?.method) return
      const { resource, operation: role } = found
      if (role.role === 'create' && isSuccess(answer.status)) {
        const fixture = fixtureOf(target, resource, role, answer)
        // A replayed request is answered with the record of the first.
        const known = fixture && byKey.get(keyText(resource.name, fixture.key))
        const kept = known && !known.gone ? known : fixture
        if (!kept) return
        if (kept !== known) add(kept)
        byAnswer.set(answer, kept)
      }
      if (
        role.role === 'delete' &&
        (isSuccess(answer.status) || answer.status === 404 || answer.status === 410)
      ) {
        const key = Object.values(answer.draft.path)
        const deleted = byKey.get(keyText(resource.name, key))
        if (deleted) deleted.gone = true
      }
    },
    madeBy: (answer) => byAnswer.get(answer),
    add,
    remaining: () => made.filter(({ gone }) => !gone).reverse(),
  }
}

const keyText = (resource: string, key: readonly Json[]): string =>
  JSON.stringify([resource, ...key.map(textOfId)])

/** The record that an accepted create made. */
function fixtureOf(
  target: string,
  resource: Resource,
  role: ResourceOperation,
  answer: Answer,
): Fixture | undefined {
  const record = recordIn(answer, role)
  const location = header(answer.exchange.response.headers, 'location')
  const inLocation = location === undefined ? undefined : keyInLocation(target, location, resource)
  const sent = bodyValue(answer.draft)
  const named = idIn(record, resource) ?? (inLocation && typedId(inLocation.at(-1) ?? '', resource.idType))
  const id = named ?? idIn(isJsonObject(sent) ? sent : undefined, resource)
  if (id === undefined) return undefined
  const names = resource.itemPath === undefined ? [] : parameterNames(resource.itemPath)
  const scope = role.scope.map((name) => answer.draft.path[name]).filter((value) => value !== undefined)
  const key = names.length === 0 ? [...scope, id] : [...scope, id].slice(-names.length)
  return { resource: resource.name, id, key, record, creation: answer, gone: false }
}

export function idIn(record: JsonObject | undefined, { idProperty }: Resource): Json | undefined {
  const id =
    idProperty === undefined || record === undefined || !Object.hasOwn(record, idProperty)
      ? undefined
      : record[idProperty]
  return typeof id === 'string' || typeof id === 'number' || typeof id === 'bigint' ? id : undefined
}

/** The record in an answer, where the operation's responses carry it. */
export function recordIn(answer: Answer, role: ResourceOperation): JsonObject | undefined {
  const found = role.responsePath && memberAt(jsonOf(answer), role.responsePath)
  return isJsonObject(found) ? found : undefined
}

/** The records of a list; undefined when the answer holds no list where it should be. */
export function recordsIn(answer: Answer, role: ResourceOperation): readonly JsonObject[] | undefined {
  const found = role.responsePath && memberAt(jsonOf(answer), role.responsePath)
  return Array.isArray(found) ? (found as readonly Json[]).filter((each) => isJsonObject(each)) : undefined
}

export function memberAt(value: Json | undefined, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>(
    (at, name) => (isJsonObject(at) && Object.hasOwn(at, name) ? at[name] : undefined),
    value,
  )
}

export function sameId(a: Json | undefined, b: Json | undefined): boolean {
  return a !== undefined && b !== undefined && (equalJson(a, b) || textOfId(a) === textOfId(b))
}
