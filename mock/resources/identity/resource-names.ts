import { pathParametersIn } from '../../../spec/inference/paths/item-path.ts'
import type { ResourceModel } from '../../../spec/resources.ts'
import type { Collection, Id, Transaction } from '../../store/store.ts'
import type { Wrap } from '../options.ts'

/** The id as a record has it: `projects/acme/jobs/7` for the job 7 of the project acme, if ids are such paths. */
export function recordName(path: string | undefined, scope: readonly Id[], id: Id): Id {
  if (path === undefined || pathParametersIn(String(id), path)) return id
  const names = path.match(/\{.*?\}/g) ?? []
  const values = [...scope, id].slice(-names.length)
  return values.length < names.length
    ? id
    : values.reduce<string>((rest, value) => rest.replace(/\{.*?\}/, () => String(value)), path)
}

/**
 * Runs a behaviour with a store in which the ids of records may also be written as the paths that their records have. Collections
 * are keyed by the last segment, as requests have it in their paths.
 */
export const createNaming =
  ({ names }: ResourceModel): Wrap =>
  (_, behaviour) =>
  (context) => {
    const collection: Transaction['collection'] = (name, scope) => {
      const records = context.store.collection(name, scope)
      const path = names.get(name.replace(/ \(deleted\)$/, ''))
      return path === undefined ? records : withShortIds(records, path)
    }
    return behaviour({ ...context, store: { ...context.store, collection } })
  }

function withShortIds(records: Collection, path: string): Collection {
  const short = (id: Id): Id => pathParametersIn(String(id), path)?.at(-1) ?? id
  return {
    ...records,
    get: (id) => records.get(short(id)),
    put: (id, record) => records.put(short(id), record),
    remove: (id) => records.remove(short(id)),
    indexOf: (id, filter) => records.indexOf(short(id), filter),
  }
}
