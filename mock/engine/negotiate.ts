import type { MediaType } from '../../spec/document.ts'
import type { HttpRequest } from '../../spec/http.ts'
import {
  concreteType,
  isMediaType,
  jsonFirst,
  negotiate as negotiateTypes,
} from '../../spec/http/media-type.ts'
import { refuse, type Refused } from '../behaviour.ts'
import type { Exchange } from './exchange.ts'
import { field } from './field.ts'
import { memo } from '../../spec/util/memo.ts'

/** 406 when the client accepts nothing that a success of the operation can be sent as (RFC 9110 §12.5.1). */
export function negotiate({ plan, request }: Exchange): Refused | undefined {
  const accept = request.headers['accept']
  if (plan === undefined || accept === undefined || accept === '*/*') return undefined
  return plan.negotiate(field(request, 'accept') ?? '')
}

/** The step for one operation: judges an `Accept` field by what the operation produces. */
export function createNegotiation(produces: readonly MediaType[]): (accept: string) => Refused | undefined {
  if (produces.length === 0) return () => undefined
  const types = [...new Set(produces.map(({ type }) => concreteType(type)))]
  const refused = refuse(406, 'not_acceptable', `The answer can only be ${types.join(' or ')}.`)
  return memo((accept) => (negotiateTypes(accept, types) === undefined ? refused : undefined))
}

const choices = new WeakMap<readonly MediaType[], (accept: string) => MediaType | undefined>()

/** The media type to answer in: what the client likes best; JSON first where it has no wish or none can be met. */
export function chooseMedia(content: readonly MediaType[], request: HttpRequest): MediaType | undefined {
  if (content.length < 2) return content[0]
  let choose = choices.get(content)
  if (choose === undefined) {
    choose = createChoice(content)
    choices.set(content, choose)
  }
  return choose(field(request, 'accept') ?? '*/*')
}

function createChoice(content: readonly MediaType[]): (accept: string) => MediaType | undefined {
  const named = content.filter(({ type }) => isMediaType(type))
  const offered = jsonFirst(named.length === 0 ? content : named)
  const types = offered.map(({ type }) => concreteType(type))
  return memo((accept) => {
    const chosen = negotiateTypes(accept, types)
    return offered[chosen === undefined ? 0 : types.indexOf(chosen)]
  })
}
