import type { Operation } from '../../../../spec/document.ts'
import { countedNoun } from '../../../../spec/inference/numbers/counts.ts'
import { singularNounOf, singularWordsOf, wordsOf } from '../../../../spec/inference/prose/words.ts'
import { redirectTarget } from '../../../../spec/inference/records/redirect-target.ts'
import { stateNames } from '../../../../spec/inference/states/words/state-names.ts'
import type { Json, JsonObject } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { possiblePropertiesOf } from '../../../../spec/schemas/properties.ts'
import { enumValues, isDateTime, typesOf } from '../../../../spec/schemas/types.ts'
import { refuse, type Behaviour, type Refused } from '../../../behaviour.ts'
import { after, type MaybePromise } from '../../../maybe-promise.ts'
import type { Id } from '../../../store/store.ts'
import { actionRole } from '../../actions/action-role.ts'
import { changeRecord } from '../../changes/change-record.ts'
import { declaredStatus } from '../../declared-status.ts'
import type { BehaviourOf, Endpoint, Handler, RequestContext } from '../../endpoint.ts'
import { idInPath, idOf, nameOf, notFound } from '../../identity/identity.ts'
import { newId } from '../../identity/new-id.ts'
import type { CrudOptions } from '../../options.ts'
import { existing } from '../../records/existing.ts'
import { isSettable } from '../../records/settable.ts'
import { childrenOf, isOnlyRead } from '../../resource-index.ts'
import { changeRefusal } from '../replace.ts'

/**
 * The behaviour of a GET that redirects to the URL in a record: `GET /r/{slug}` to the `targetUrl` of a link. The visit is counted
 * (`clickCount`, `lastClickedAt`) and recorded (`GET /links/{slug}/clicks`), unless the record is in a state that the document refuses.
 */
export function redirectBehaviour(
  options: CrudOptions,
  operation: Operation,
  behaviourOf: BehaviourOf,
): Behaviour | undefined {
  const target = redirectTarget(options.document, options.model, operation)
  if (!target) return undefined
  const { resource, parameter, key, property } = target
  const follow: Handler = (endpoint, context) => {
    const value = idInPath(context.request, parameter) ?? ''
    return after(recordWith(endpoint, context, key, value), (record) => {
      const id = idOf(record?.[resource.idProperty ?? key])
      if (!record || id === undefined) return notFound(resource, value)
      const refused = changeRefusal(endpoint, context, id, record) ?? closed(endpoint, context, id, record)
      if (refused) return refused
      return after(context.next(), async (outcome) => {
        const url = record[property]
        if (outcome.kind === 'refused' || typeof url !== 'string') return outcome
        await countVisit(endpoint, context, id, record)
        return { ...outcome, headers: { ...outcome.headers, Location: url } }
      })
    })
  }
  return behaviourOf({ resource, operation: actionRole(operation, [parameter], false) }, follow)
}

function recordWith(
  endpoint: Endpoint,
  context: RequestContext,
  key: string,
  value: Id,
): MaybePromise<JsonObject | undefined> {
  if (key === endpoint.resource.idProperty) return existing(endpoint, context, value)
  const where = [{ property: key, values: [value as string] }]
  return after(context.records.list({ where, limit: 1 }), ({ items }) => items[0])
}

/**
 * Refuses to redirect to what a refusal of the operation names the state of, "The link is disabled", or to what is not valid any more, if
 * the operation declares a status for what is gone.
 */
function closed(
  { declared, resource, options }: Endpoint,
  { now }: RequestContext,
  id: Id,
  record: JsonObject,
): Refused | undefined {
  const properties = possiblePropertiesOf(options.document, resource.record)
  const named = [...properties].flatMap(([name, node]) =>
    enumValues(options.document, node).length > 0 || typesOf(options.document, node).has('boolean')
      ? stateNames(name, record[name])
      : [],
  )
  const states = new Set(named)
  const refusing = declared.responses.find(
    ({ status, description }) =>
      /^4\d\d$/.test(status) && wordsOf(description).some((word) => states.has(word)),
  )
  const status = refusing ? Number(refusing.status) : isOver(record, now()) && declaredStatus(declared, [410])
  return typeof status === 'number'
    ? refuse(status, 'gone', `The ${nameOf(resource, id)} does not redirect any more.`)
    : undefined
}

/** Whether the time that a record is valid until has passed. */
function isOver(record: JsonObject, now: Date): boolean {
  const end = Object.keys(record).find((name) =>
    /^(?:expir|valid (?:until|to)$)/.test(wordsOf(name).join(' ')),
  )
  const time = record[end ?? '']
  return typeof time === 'string' && Date.parse(time) <= now.getTime()
}

/** What redirections are called where they are counted. */
const visit =
  /^(?:total )?(?:access|click|download|follow|hit|lookup|open|redirect|redirection|scan|use|view|visit)$/
const lastVisit =
  /^last (?:access|accessed|click|clicked|downloaded|followed|hit|opened|redirected|scan|scanned|used|viewed|visit|visited)\b/

/** Counts a visit in the record, and adds it to the list of visits below it. */
async function countVisit(
  { options, resource }: Endpoint,
  context: RequestContext,
  id: Id,
  before: JsonObject,
): Promise<void> {
  const { document, model } = options
  const now = context.now().toISOString()
  const properties = [...possiblePropertiesOf(document, resource.record)]
  const values = properties.flatMap(([name, node]): readonly (readonly [string, Json])[] => {
    if (isSettable(options, resource, name)) return []
    const count = before[name]
    const isCount = typeof count === 'number' && typesOf(document, node).has('integer')
    if (isCount && visit.test(countedNoun(name) ?? singularWordsOf(name))) return [[name, count + 1]]
    return lastVisit.test(wordsOf(name).join(' ')) && isDateTime(document, node) ? [[name, now]] : []
  })
  if (values.length > 0)
    await changeRecord(options, context, { resource, scope: [], id, before }, Object.fromEntries(values))
  for (const child of childrenOf(model, resource))
    if (isOnlyRead(child) && child.scope.length === 1 && visit.test(singularNounOf(child.name)))
      await record(options, context, child, id, now)
}

async function record(
  options: CrudOptions,
  context: RequestContext,
  visits: Resource,
  owner: Id,
  now: string,
): Promise<void> {
  const scope = [owner]
  const id = await newId(options, visits, context.store.collection(visits.name, scope), scope)
  const times = [...possiblePropertiesOf(options.document, visits.record)].filter(([, node]) =>
    isDateTime(options.document, node),
  )
  const values = Object.fromEntries(times.map(([name]) => [name, now]))
  await changeRecord(options, context, { resource: visits, scope, id, before: undefined }, values)
}
