import { responseSchema } from '../../../spec/inference/bodies/content.ts'
import { isArray, isJsonObject, memberAt, type Json, type JsonObject } from '../../../spec/json.ts'
import { jsonSent, type RequestValues } from '../../../spec/request.ts'
import type { MemberList } from '../../../spec/resources.ts'
import { itemOf, possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { isNumeric, typesOf } from '../../../spec/schemas/types.ts'
import { perObject } from '../../../spec/util/memo.ts'
import { ok, refuse, type Behaviour, type Outcome } from '../../behaviour.ts'
import { declares } from '../../http/declares.ts'
import { after, mapAfter, type MaybePromise } from '../../maybe-promise.ts'
import type { BehaviourOf, Endpoint, Handler, RequestContext } from '../endpoint.ts'
import { idInPath, idOf, nameOf, notFound } from '../identity/identity.ts'
import { existing, recordContext } from '../records/existing.ts'
import { createNamedItem, type NamedItem } from '../records/named-items.ts'
import { present } from '../responses/record-response.ts'
import { listIn } from './added-item.ts'
import { nothingRemoved, nothingSent, save } from './save.ts'
import { unlessExcluded } from './writes.ts'

/** Shows or changes a list of names in a record, or of what has them: `POST /issues/{id}/labels`. */
export function memberListBehaviour(
  list: MemberList,
  operationId: string,
  behaviourOf: BehaviourOf,
): Behaviour {
  const { owner, idParameter, scope, shows, status, effect } = list
  const operation = {
    role: 'action' as const,
    operationId,
    idParameter,
    scope,
    within: [],
    requestPath: [],
    responsePath: shows?.kind === 'owner' ? shows.path : undefined,
    status,
  }
  const handler = onList(list)
  return behaviourOf({ resource: owner, operation }, effect === 'read' ? handler : unlessExcluded(handler))
}

const onList =
  (list: MemberList): Handler =>
  (endpoint, context) => {
    const { owner, property, effect, parameter } = list
    const id = idInPath(context.request, list.idParameter)
    if (id === undefined) return context.next()
    return after(existing(endpoint, context, id), (before) => {
      if (!before) return notFound(owner, id)
      if (effect === 'read') return shown(list, endpoint, context, before)
      const items = listIn(before, property)
      const { taken, added } = namesSent(list, context.request)
      const others = items.filter((item) => !taken.has(nameIn(list, item)))
      if (
        parameter !== undefined &&
        effect === 'remove' &&
        others.length === items.length &&
        declares(endpoint.declared, 404)
      )
        return refuse(
          404,
          'not_found',
          `There is no ${[...taken].join()} in the ${property} of ${nameOf(owner, id)}.`,
        )
      const kept = effect === 'clear' || effect === 'replace' ? [] : others
      const known = new Set(kept.map((item) => nameIn(list, item)))
      const itemFor = itemsOfList(list)(endpoint)
      const next = mapAfter(
        added.filter((name) => !known.has(name)),
        (name) => itemFor(name, recordContext(endpoint, context, id)),
      )
      return after(next, (made) =>
        after(
          save(endpoint, context, {
            id,
            sent: nothingSent,
            before,
            removed: nothingRemoved,
            states: { [property]: [...kept, ...made] },
          }),
          (record) => shown(list, endpoint, context, record),
        ),
      )
    })
  }

/** What makes the items of a list from their names. */
const itemsOfList = perObject(({ owner, property, key }: MemberList) =>
  perObject(({ options }: Endpoint): NamedItem => {
    const node = possiblePropertiesOf(options.document, owner.record).get(property)
    if (key === undefined || !node) return (name) => name
    return createNamedItem(options, owner, property, itemOf(options.document, node), key)
  }),
)

function nameIn({ key }: MemberList, item: Json): string {
  const name = key !== undefined && isJsonObject(item) ? item[key] : item
  return typeof name === 'string' ? name : ''
}

/** The names that a request takes from the list, and those that it adds: `{name, status: "inactive"}` takes one. */
function namesSent(
  list: MemberList,
  request: RequestValues,
): { readonly taken: ReadonlySet<string>; readonly added: readonly string[] } {
  const { parameter, sent, effect } = list
  const body = jsonSent(request)
  // Some take the names alone as well, or a single one.
  const given = isJsonObject(body) ? memberAt(body, sent ?? []) : body
  const items = parameter === undefined ? (sent ? listed(given) : []) : [request.path[parameter] ?? '']
  const isTaken = (item: Json): boolean =>
    effect === 'remove' || (isJsonObject(item) && item['status'] === 'inactive')
  const names = (wanted: boolean): readonly string[] => [
    ...new Set(items.flatMap((item) => (isTaken(item) === wanted ? [nameIn(list, item)] : []))),
  ]
  return { taken: new Set(names(true)), added: names(false) }
}

const listed = (value: Json | undefined): readonly Json[] =>
  value === undefined ? [] : isArray(value) ? value : [value]

/** The numbers in the envelope of a list, which tell its length. */
const countsBeside = perObject(({ declared, options: { document } }: Endpoint): readonly string[] => {
  const body = responseSchema(declared)
  return [...(body ? possiblePropertiesOf(document, body) : [])].flatMap(([name, node]) =>
    isNumeric(typesOf(document, node)) ? [name] : [],
  )
})

function shown(
  list: MemberList,
  endpoint: Endpoint,
  context: RequestContext,
  record: JsonObject,
): MaybePromise<Outcome> {
  const { owner, property, shows, status } = list
  if (shows?.kind !== 'list') return present(endpoint, context, record)
  const itemFor = itemsOfList(list)(endpoint)
  const known = recordContext(endpoint, context, idOf(record[owner.idProperty ?? '']) ?? '')
  // The record may have a name in place of an object.
  const whole = mapAfter(listIn(record, property), (item) =>
    typeof item === 'string' ? itemFor(item, known) : item,
  )
  return after(whole, (items) => {
    const [name] = shows.path
    if (name === undefined) return ok(status, items)
    const counts = countsBeside(endpoint).map((each) => [each, items.length] as const)
    return ok(status, { [name]: items, ...Object.fromEntries(counts) })
  })
}
