import { isArray, isJsonObject, type Json, type JsonObject } from '../../../spec/json.ts'
import { escapeToken } from '../../../spec/json/pointer.ts'
import type { Resource, ResourceModel } from '../../../spec/resources.ts'
import { hint } from '../../../spec/util/hint.ts'
import type { CrudOptions } from '../../resources/options.ts'
import { recordIssues } from '../../resources/records/record-issues.ts'
import { resourceNamed } from '../../resources/resource-index.ts'
import type { StoreSnapshot } from '../../store/store.ts'
import { WorldError } from './world-error.ts'

/** Records by resource: `{ "/pets": [{ "id": 1, … }], "/me": { … } }`. */
export type WorldRecords = Readonly<Record<string, readonly JsonObject[] | JsonObject>>

/**
 * Converts a custom world, which is a snapshot or records by resource, to a snapshot. Throws a {@link WorldError} that lists every value
 * that breaks the document: the mock would have to change it. Properties that are missing are generated.
 */
export function snapshotOf(world: Json, crud: CrudOptions): StoreSnapshot {
  if (!isJsonObject(world)) throw new WorldError('A world must be a JSON object.')
  if (Array.isArray(world['collections'])) return world as unknown as StoreSnapshot
  const given = Object.entries(world).map(([name, records]) => readCollection(name, records, crud.model))
  const problems = given.flatMap((each) => problemsOf(each, crud))
  if (problems.length > 0) throw new WorldError(listed(problems))
  return {
    collections: given.map(({ resource, records }) => ({
      resource: resource.name,
      scope: [],
      nextId: followingId(records.map(([id]) => id)),
      records,
    })),
  }
}

interface GivenCollection {
  readonly resource: Resource
  /** Where its records are in the world. */
  readonly pointer: string
  readonly records: StoreSnapshot['collections'][number]['records']
}

function readCollection(name: string, given: Json, model: ResourceModel): GivenCollection {
  const resource = resourceNamed(model, name)
  if (resource === undefined) {
    const known = model.resources.map((each) => each.name)
    throw new WorldError(
      `The document has no resource '${name}'${hint(name, known)} Its resources: ${known.length === 0 ? 'none' : known.join(', ')}.`,
    )
  }
  if (resource.kind === 'collection' && !isArray(given))
    throw new WorldError(`The records of '${name}' must be an array.`)
  const list = isArray(given) ? given : [given]
  const records = list.map((record, index) => keyed(resource, record, index))
  return { resource, pointer: `#/${escapeToken(name)}`, records }
}

function keyed(resource: Resource, record: Json, index: number): readonly [string, JsonObject] {
  if (!isJsonObject(record))
    throw new WorldError(`Record ${index} of '${resource.name}' is not a JSON object.`)
  if (resource.kind === 'singleton') return ['', record]
  const id = resource.idProperty === undefined ? index + 1 : record[resource.idProperty]
  if (typeof id === 'string' || typeof id === 'number' || typeof id === 'bigint') return [String(id), record]
  throw new WorldError(
    `Record ${index} of '${resource.name}' has no '${resource.idProperty ?? 'id'}', which must be a string or a number.`,
  )
}

function problemsOf({ resource, pointer, records }: GivenCollection, crud: CrudOptions): readonly string[] {
  const first = new Map<string, number>()
  return records.flatMap(([id, record], index) => {
    const place = resource.kind === 'singleton' ? pointer : `${pointer}/${index}`
    const other = first.get(id)
    if (other === undefined) first.set(id, index)
    const twice = other === undefined ? [] : [`${place}: the id ${id} is also that of ${pointer}/${other}.`]
    const issues = recordIssues(crud, resource, record).filter(
      ({ keyword, contradicts }) => !contradicts && !isAboutAbsence.has(keyword),
    )
    return [...twice, ...issues.map(({ path, message }) => `${place}${path}: ${message}`)]
  })
}

/** Keywords whose violation by a record means that something is missing, which is generated. */
const isAboutAbsence: ReadonlySet<string> = new Set(['required', 'dependentRequired', 'minProperties'])

/** The most problems that are listed. */
const maxListed = 20

function listed(problems: readonly string[]): string {
  const count = problems.length === 1 ? 'One value breaks' : `${problems.length} values break`
  const more = problems.length - maxListed
  return [
    `${count} the document:`,
    ...problems.slice(0, maxListed).map((each) => `  ${each}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ].join('\n')
}

function followingId(ids: readonly string[]): number {
  const numbers = ids.map(Number).filter((id) => Number.isSafeInteger(id) && id >= 0)
  return numbers.reduce((highest, id) => Math.max(highest, id), 0) + 1
}
