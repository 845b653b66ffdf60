import type { Operation } from '../../../spec/document.ts'
import { requestSchema, responseSchema } from '../../../spec/inference/bodies/content.ts'
import { singularWordsOf } from '../../../spec/inference/prose/words.ts'
import { isSameSchema } from '../../../spec/inference/schemas/similarity.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { refuse, type Behaviour } from '../../behaviour.ts'
import { declares } from '../../http/declares.ts'
import type { BehaviourOf, Endpoint, Handler } from '../endpoint.ts'
import { idOf, nounOf, sentRecord } from '../identity/identity.ts'
import type { CrudOptions } from '../options.ts'
import { listedAt } from '../resource-index.ts'
import { actionRole } from './action-role.ts'
import { actOn } from './action.ts'

const secret = /^(?:(?:[a-z]+ )?(?:token|code|key|pin)|secret)$/

/** The behaviour of an action on the record with the token that the body holds alone: `POST /invitations/accept`. */
export function behaviourByKey(
  { model, document }: CrudOptions,
  operation: Operation,
  behaviourOf: BehaviourOf,
): Behaviour | undefined {
  const [, above = '', action = ''] = /^(.+)\/([^/{}]+)\/?$/.exec(operation.path) ?? []
  const resource = listedAt(model, above)
  const [body, response] = [requestSchema(operation), responseSchema(operation)]
  const [key, ...others] = body ? [...possiblePropertiesOf(document, body).keys()] : []
  if (!resource || resource.idProperty === undefined || key === undefined || others.length > 0)
    return undefined
  if (!secret.test(singularWordsOf(key)) || !possiblePropertiesOf(document, resource.record).has(key))
    return undefined
  const isShown = response !== undefined && isSameSchema(document, response, resource.record)
  // Sentences speak of the record that the token stands for.
  const declared = { ...operation, path: `${above}/{id}/${action}` }
  let own: Endpoint | undefined
  const act: Handler = async (endpoint, context) => {
    const value = sentRecord(endpoint.operation, context.request)?.[key] ?? null
    const { items } = await context.records.list({ where: [{ property: key, values: [value] }], limit: 1 })
    const [record] = items
    const id = idOf(record?.[resource.idProperty ?? ''])
    if (record && id !== undefined) return actOn((own ??= { ...endpoint, declared }), context, id, record)
    const status = [404, 422, 410, 400].find((each) => declares(operation, each))
    return status === undefined
      ? context.next()
      : refuse(status, 'unknown_key', `There is no ${nounOf(resource)} with this ${key}.`)
  }
  return behaviourOf({ resource, operation: actionRole(operation, [], isShown) }, act)
}
