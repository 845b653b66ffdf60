import type { Json } from '../../spec/json.ts'
import { groupBy } from '../../spec/util/group-by.ts'
import { isSuccess } from '../answer.ts'
import { recordIn, sameId } from '../answers/answer-records.ts'
import { operationFor, resourceNamed, type Api } from '../api/api.ts'
import { creationBy } from '../api/creators.ts'
import { textOfId } from '../draft.ts'
import type { Answer, Fixture } from '../interaction.ts'
import { createdFixture, idOfNew } from './created-record.ts'

/** The records created by the run, so that they can be deleted; updated by every response. */
export interface Records {
  note(answer: Answer): void
  /** The record that the request created; undefined if it created none with a known id. */
  createdBy(answer: Answer): Fixture | undefined
  /** Adds a record that `note` cannot recognize, such as one created by PUT; returns it with `gone` kept up to date. */
  add(fixture: Fixture): Fixture
  /** The records that still exist and may be deletable, newest first, without the exchanges that created them. */
  remaining(): readonly Fixture[]
  /** By resource, the number of records that still exist, and the ids of some. */
  left(): ReadonlyMap<string, Left>
}

interface Left {
  readonly count: number
  readonly ids: readonly Json[]
  /** The statuses of refused deletions. */
  readonly statuses: readonly number[]
}

/** The number of records remembered per resource that has no delete operation. */
const mostLasting = 1_000

export function createRecords(api: Api, target: string): Records {
  /** Without the exchanges, to save memory: there may be as many records as requests. */
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
  /** The child resources by the name of their parent. */
  const children = groupBy(api.model.resources, ({ parent }) => parent?.resource)
  /** Drops the records below a deleted one, which are no longer reachable. */
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
      if (!answer.operation || answer.method !== answer.operation.method) return
      const made = isSuccess(answer.status) ? creationBy(api, answer.operation) : undefined
      if (made) {
        const { resource, operation: role } = made
        const id = idOfNew(api, target, resource, role, answer)
        if (id !== undefined) add(createdFixture(resource, role, answer, id, recordIn(answer, role)))
      }
      const own = api.model.roles.get(answer.operation.id)
      if (
        own?.operation.role === 'delete' &&
        (isSuccess(answer.status) || answer.status === 404 || answer.status === 410)
      ) {
        const key = Object.values(answer.draft.path)
        const deleted = traces.get(keyText(own.resource.name, key))
        if (deleted) deleted.gone = true
        if (isSuccess(answer.status)) forgetBelow(own.resource.name, key)
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

/** The part of a record that is needed to delete it. */
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

/** The fixture with `gone` shared with its trace. */
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
