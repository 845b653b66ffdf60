import { areUsers } from '../../../spec/inference/references/current-user.ts'
import type { JsonObject } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import type { Transaction } from '../../store/store.ts'
import { idOf } from '../identity/identity.ts'
import type { CrudOptions } from '../options.ts'
import { createComposer } from '../records/compose.ts'
import { lookupIn } from '../records/lookup.ts'
import { updateCopies } from '../relations/copies/update-copies.ts'
import { pick } from '../relations/derived/derived-values.ts'

/** The collections that show users to others by something that users have, and that nobody adds to: `/profiles/{username}`. */
const profilesOf = ({ document, model }: CrudOptions, { name, record }: Resource): readonly Resource[] =>
  model.resources.filter(
    ({ kind, scope, name: other, idProperty, operations }) =>
      kind === 'collection' &&
      scope.length === 0 &&
      other !== name &&
      areUsers(other) &&
      possiblePropertiesOf(document, record).has(idProperty ?? '') &&
      operations.every(({ role }) => role !== 'create'),
  )

/** Shows a user who is new or has changed to others. */
export async function showUser(
  options: CrudOptions,
  users: Resource,
  { store, now }: { readonly store: Transaction; readonly now: () => Date },
  before: JsonObject | undefined,
  user: JsonObject,
): Promise<void> {
  for (const profiles of profilesOf(options, users)) {
    const { name, record, idProperty = '' } = profiles
    const [old, id] = [before, user].map((each) => idOf(each?.[idProperty]))
    if (id === undefined) continue
    const collection = store.collection(name)
    const known = old === undefined ? undefined : await collection.get(old)
    const shared = pick(user, [...possiblePropertiesOf(options.document, record).keys()])
    const context = { id, scope: [], lookup: lookupIn(options, store) }
    const next = known
      ? { ...known, ...shared }
      : await createComposer(options, profiles).compose({
          ...context,
          sent: shared,
          before: undefined,
          removed: undefined,
          fixed: shared,
          now: now(),
        })
    if (old !== undefined && old !== id) await collection.remove(old)
    await collection.put(id, next)
    if (known) await updateCopies(options, profiles, store, known, next)
  }
}
