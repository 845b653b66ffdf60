import { equalJson, isJsonObject, memberNamed, type Json, type JsonObject } from '../../../spec/json.ts'
import { pointerTokens } from '../../../spec/json/pointer.ts'

/** The patched value, or a sentence that says why the patch cannot be applied. */
export type PatchResult = { readonly value: Json } | { readonly problem: string }

/** Applies a JSON Patch (RFC 6902). If one operation fails, none is applied (§5). */
export function applyPatch(target: Json, operations: readonly Json[]): PatchResult {
  let value = target
  for (const [index, operation] of operations.entries()) {
    try {
      value = apply(value, operation)
    } catch (error) {
      if (!(error instanceof PatchError)) throw error
      return { problem: `Operation ${String(index)} of the patch cannot be applied: ${error.message}` }
    }
  }
  return { value }
}

class PatchError extends Error {}

function apply(value: Json, operation: Json): Json {
  if (!isJsonObject(operation)) throw new PatchError('it is not an object.')
  const path = pathOf(operation, 'path')
  switch (operation['op']) {
    case 'add':
      return add(value, path, given(operation))
    case 'remove':
      return remove(value, path)
    case 'replace':
      return add(path.length === 0 ? null : remove(value, path), path, given(operation))
    case 'move': {
      const from = pathOf(operation, 'from')
      return add(remove(value, from), path, at(value, from))
    }
    case 'copy':
      return add(value, path, at(value, pathOf(operation, 'from')))
    case 'test':
      if (!equalJson(at(value, path), given(operation))) throw new PatchError('the values differ.')
      return value
    default:
      throw new PatchError('its op is unknown.')
  }
}

function pathOf(operation: JsonObject, name: 'path' | 'from'): readonly string[] {
  const text = operation[name]
  if (typeof text !== 'string' || !/^(?:\/|$)/.test(text))
    throw new PatchError(`its ${name} is not a JSON Pointer.`)
  return pointerTokens(text)
}

function given(operation: JsonObject): Json {
  const value = operation['value']
  if (value === undefined) throw new PatchError('it has no value.')
  return value
}

function at(value: Json, path: readonly string[]): Json {
  return path.reduce<Json>((inside, token) => {
    const found = Array.isArray(inside)
      ? (inside as readonly Json[])[indexOf(inside, token, -1)]
      : memberNamed(inside, token)
    if (found === undefined) throw new PatchError(`there is nothing at /${path.join('/')}.`)
    return found
  }, value)
}

/** @param more 0 to allow the position after the last item, otherwise -1 */
function indexOf(items: readonly Json[], token: string, more: 0 | -1): number {
  const index = token === '-' ? items.length : /^(?:0|[1-9]\d{0,9})$/.test(token) ? Number(token) : Infinity
  if (index > items.length + more) throw new PatchError(`there is no item ${token}.`)
  return index
}

function add(value: Json, path: readonly string[], added: Json): Json {
  const [token, ...rest] = path
  if (token === undefined) return added
  if (rest.length > 0) return change(value, token, (inside) => add(inside, rest, added))
  if (Array.isArray(value)) return (value as readonly Json[]).toSpliced(indexOf(value, token, 0), 0, added)
  if (!isJsonObject(value)) throw new PatchError(`there is nothing to add ${token} to.`)
  return withMember(value, token, added)
}

function remove(value: Json, path: readonly string[]): Json {
  const [token, ...rest] = path
  if (token === undefined) throw new PatchError('the whole cannot be removed.')
  if (rest.length > 0) return change(value, token, (inside) => remove(inside, rest))
  at(value, [token])
  if (Array.isArray(value)) return (value as readonly Json[]).toSpliced(indexOf(value, token, -1), 1)
  return Object.fromEntries(Object.entries(value as JsonObject).filter(([name]) => name !== token))
}

function change(value: Json, token: string, work: (inside: Json) => Json): Json {
  const inside = work(at(value, [token]))
  if (Array.isArray(value)) return (value as readonly Json[]).with(indexOf(value, token, -1), inside)
  return withMember(value as JsonObject, token, inside)
}

/** Not with spread syntax, so that a member named `__proto__` is treated like any other. */
function withMember(value: JsonObject, name: string, member: Json): JsonObject {
  return Object.fromEntries([...Object.entries(value).filter(([each]) => each !== name), [name, member]])
}
