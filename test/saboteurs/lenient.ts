import type { Call } from './exchange.ts'
import type { OperationId } from './inputs.ts'
import { isObject, type Json, type JsonObject } from './json.ts'
import { calls, omit, type Sabotage } from './sabotage.ts'

/** Repairs a body before it is validated, so that an invalid one is accepted and its answer is valid all the same. */
export function mends(operationId: OperationId, edit: (body: Json) => Json): Sabotage {
  return ({ parts: { codec } }) => {
    const { parse } = codec
    codec.parse = (text, call) => {
      const body = parse(text, call)
      return call.operationId === operationId ? edit(body) : body
    }
  }
}

/** Repairs one property where it is broken: another value, or left out when that is undefined. */
export function mendsProperty(
  operationId: OperationId,
  name: string,
  isBroken: (value: Json | undefined) => boolean,
  mended: (value: Json | undefined) => Json | undefined,
): Sabotage {
  return mends(operationId, (body) => {
    if (!isObject(body) || !isBroken(body[name])) return body
    const value = mended(body[name])
    return value === undefined ? omit(body, name) : { ...body, [name]: value }
  })
}

/** Takes a text that is not JSON for a body of its own. */
export function mendsMalformed(operationId: OperationId, instead: JsonObject): Sabotage {
  return ({ parts: { codec } }) => {
    const { parse } = codec
    codec.parse = (text, call) => {
      try {
        return parse(text, call)
      } catch (error) {
        if (call.operationId !== operationId) throw error
        return instead
      }
    }
  }
}

/** Takes no body for a body of its own. */
export function mendsAbsent(operationId: OperationId, instead: JsonObject): Sabotage {
  const body = new TextEncoder().encode(JSON.stringify(instead))
  return calls(operationId, (call) => {
    if (call.body?.length !== 0) return call
    return { ...call, body, headers: { ...call.headers, 'content-type': 'application/json' } }
  })
}

/** Leaves out a parameter of the query whose value is broken. */
export function mendsQuery(
  operationId: OperationId,
  name: string,
  isBroken: (text: string) => boolean,
): Sabotage {
  const isKept = (pair: string): boolean =>
    !pair.startsWith(`${name}=`) || !isBroken(pair.slice(name.length + 1))
  return calls(operationId, (call: Call) => {
    const [path = '', query = ''] = call.target.split('?')
    return { ...call, target: `${path}?${query.split('&').filter(isKept).join('&')}` }
  })
}

/** Makes integers of the path parameters that are only nearly such. */
export function mendsPath(operationId: OperationId, edit: (text: string) => string): Sabotage {
  return calls(operationId, (call) => {
    const path = Object.entries(call.path).map(([name, text]) => [name, edit(text)] as const)
    return { ...call, path: Object.fromEntries(path) }
  })
}
