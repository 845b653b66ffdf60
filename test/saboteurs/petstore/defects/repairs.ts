import { omit } from '../../shared/edits.ts'
import { isObject, type Json, type JsonObject } from '../../shared/json.ts'
import type { Call } from '../server/call.ts'
import type { OperationId } from '../server/inputs.ts'
import { editRequest, type Sabotage } from './tools.ts'

/** Changes a parsed body before it is validated: an invalid one can be repaired, accepted and answered validly. */
export function editParsedBody(operationId: OperationId, edit: (body: Json) => Json): Sabotage {
  return ({ parts: { codec } }) => {
    const { parse } = codec
    codec.parse = (text, call) => {
      const body = parse(text, call)
      return call.operationId === operationId ? edit(body) : body
    }
  }
}

/** Replaces a broken property by another value, or removes it if `repair` returns undefined. */
export function repairProperty(
  operationId: OperationId,
  name: string,
  isBroken: (value: Json | undefined) => boolean,
  repair: (value: Json | undefined) => Json | undefined,
): Sabotage {
  return editParsedBody(operationId, (body) => {
    if (!isObject(body) || !isBroken(body[name])) return body
    const value = repair(body[name])
    return value === undefined ? omit(body, name) : { ...body, [name]: value }
  })
}

/** Accepts text that is not JSON as if it were this body. */
export function replaceMalformedBody(operationId: OperationId, instead: JsonObject): Sabotage {
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

/** Accepts a missing body as if it were this one. */
export function replaceAbsentBody(operationId: OperationId, instead: JsonObject): Sabotage {
  const body = new TextEncoder().encode(JSON.stringify(instead))
  return editRequest(operationId, (call) => {
    if (call.body?.length !== 0) return call
    return { ...call, body, headers: { ...call.headers, 'content-type': 'application/json' } }
  })
}

/** Ignores a query parameter whose value is broken. */
export function dropQueryValue(
  operationId: OperationId,
  name: string,
  isBroken: (text: string) => boolean,
): Sabotage {
  const isKept = (pair: string): boolean =>
    !pair.startsWith(`${name}=`) || !isBroken(pair.slice(name.length + 1))
  return editRequest(operationId, (call: Call) => {
    const [path = '', query = ''] = call.target.split('?')
    return { ...call, target: `${path}?${query.split('&').filter(isKept).join('&')}` }
  })
}

/** Changes the path parameters before they are decoded. */
export function repairPath(operationId: OperationId, edit: (text: string) => string): Sabotage {
  return editRequest(operationId, (call) => {
    const path = Object.entries(call.path).map(([name, text]) => [name, edit(text)] as const)
    return { ...call, path: Object.fromEntries(path) }
  })
}
