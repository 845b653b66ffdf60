import {
  combinationInState,
  uniqueCombinationOf,
} from '../../../spec/inference/constraints/unique-combinations.ts'
import { recordCreation } from '../../../spec/inference/records/record-creation.ts'
import { ownerProperties } from '../../../spec/inference/references/authors.ts'
import { currentUserOf } from '../../../spec/inference/references/current-user.ts'
import type { JsonObject } from '../../../spec/json.ts'
import type { Reference } from '../../../spec/resources.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { refuse } from '../../behaviour.ts'
import { after } from '../../maybe-promise.ts'
import type { Endpoint, RequestContext, WriteCheck } from '../endpoint.ts'
import { idInPath, idOf, nounOf } from '../identity/identity.ts'
import { fixedByPath } from '../records/fixed-by-path.ts'
import { refersTo } from '../relations/refers-to.ts'
import { isAnother, keeps, writtenRecord } from './written-record.ts'

/**
 * Refuses a record that would share with another one what no two may share: "A user can review a product only once". Undefined where
 * the document says nothing of the kind.
 */
export function duplicateCombination(endpoint: Endpoint): WriteCheck | undefined {
  const { options, declared, operation, resource } = endpoint
  const isCreate = operation.role === 'create'
  // Who likes a post sends nothing.
  const accepted = endpoint.accepted ?? (isCreate ? { pointer: declared.pointer, schema: {} } : undefined)
  const sent = accepted ? possiblePropertiesOf(options.document, accepted) : new Map<string, unknown>()
  const authors = isCreate ? authorsOf(endpoint).filter(({ property }) => !sent.has(property)) : []
  if (!accepted || !/^(?:create|replace|update)$/.test(operation.role)) return undefined
  const { document } = options
  const write = { operation: declared, sent: accepted }
  const creation = recordCreation(document, resource)
  const always = uniqueCombinationOf(document, write, resource, creation, authors)
  const inState = always || !isCreate ? undefined : combinationInState(document, write, resource)
  const combination = always ?? inState
  if (!combination) return undefined
  const { properties, status } = combination
  const counted = inState ? [inState.counted] : []
  const own = authors.filter(({ property }) => properties.includes(property))
  const others = properties.filter((name) => !own.some(({ property }) => property === name))
  return (context) =>
    after(writtenRecord(endpoint, context), (written) => {
      const where = others.flatMap((property) => {
        const value = written.record[property] ?? null
        return value === null || typeof value === 'object' ? [] : [{ property, values: [value] }]
      })
      if (where.length < others.length || (others.length > 0 && keeps(written, others))) return undefined
      const owners = Object.entries(fixedByPath(operation, context.request)).flatMap(([property, value]) =>
        others.includes(property) ? [] : [{ property, values: [value] }],
      )
      const isOwn = own.length > 0 ? isOfCurrentUser(endpoint, context, own) : () => true
      return after(isOwn, (isSame) =>
        after(context.records.list({ where: [...where, ...owners, ...counted] }), ({ items }) =>
          items.filter(isAnother(endpoint, context)).some((item) => isSame(item))
            ? refuse(
                status,
                'already_exists',
                properties.length > 0
                  ? `Another ${nounOf(resource)} has this ${properties.join(' and ')}.`
                  : `There is another ${nounOf(resource)}.`,
              )
            : undefined,
        ),
      )
    })
}

/** The references of a record to who creates it, which clients do not send. */
function authorsOf({ options: { document, model }, resource }: Endpoint): readonly Reference[] {
  if (!currentUserOf(model)) return []
  const names = ownerProperties(document, model, resource)
  return resource.references.filter(({ property }) => names.has(property))
}

/** What ends that somebody takes part: who has left may come again. */
const ended =
  /^(?:cancel+ed|withdrawn|rejected|declined|expired|revoked|removed|deleted|left|inactive|refunded)$/i

/** Whether a record is of the current user, shows the same records in the path, and is not over. */
async function isOfCurrentUser(
  { options, operation }: Endpoint,
  { request, store }: RequestContext,
  authors: readonly Reference[],
): Promise<(record: JsonObject) => boolean> {
  const { currentUserId } = await import('../relations/current-user.ts')
  const id = idOf(await currentUserId(options, store))
  const shown = operation.within.filter(({ idProperty }) => idProperty !== undefined)
  return (record) =>
    authors.every((each) => refersTo(record[each.property], each, id)) &&
    shown.every((each) => refersTo(record[each.property], each, idInPath(request, each.parameter))) &&
    !Object.entries(record).some(
      ([name, value]) => /(?:status|state)$/i.test(name) && typeof value === 'string' && ended.test(value),
    )
}
