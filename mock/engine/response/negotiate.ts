import type { MediaType } from '../../../spec/document.ts'
import { concreteType, negotiate as negotiateTypes } from '../../../spec/http/media-type.ts'
import { memo } from '../../../spec/util/memo.ts'
import { refuse, type Refused } from '../../behaviour.ts'
import { requestHeader } from '../../http/header-field.ts'
import type { Exchange } from '../exchange.ts'

/** The pipeline's step that refuses with 406 when the client accepts no media type of a success (RFC 9110 §12.5.1). */
export function negotiate({ plan, request }: Exchange): Refused | undefined {
  const accept = request.headers['accept']
  if (plan === undefined || accept === undefined || accept === '*/*') return undefined
  return plan.negotiate(requestHeader(request, 'accept') ?? '')
}

/** Creates the check of one operation: whether an `Accept` field matches a media type that it produces. */
export function createNegotiation(produces: readonly MediaType[]): (accept: string) => Refused | undefined {
  if (produces.length === 0) return () => undefined
  const types = [...new Set(produces.map(({ type }) => concreteType(type)))]
  const refused = refuse(
    406,
    'not_acceptable',
    `The response is ${types.join(' or ')}, which the Accept field excludes.`,
  )
  return memo((accept) => (negotiateTypes(accept, types) === undefined ? refused : undefined))
}
