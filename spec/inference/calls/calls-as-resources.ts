import type { Document, Operation, Parameter } from '../../document.ts'
import { parameterDefaults } from '../../reading/parameter.ts'
import { shapeOf } from '../../routing/path-template.ts'
import { groupBy } from '../../util/group-by.ts'
import { responseSchema } from '../bodies/content.ts'
import { findList } from '../bodies/envelope.ts'
import { singularNounOf } from '../prose/words.ts'
import type { Verb } from './call-names.ts'
import { callOf, requiresAny, type Call } from './call.ts'
import { idIn, idNames } from './record-ids.ts'

/**
 * The operations as if calls were about resources: `POST /team/add` as `POST /team`, `GET /team/get?team_name=` as
 * `GET /team/{team_name}`. Their ids stay. The same list if there are no such calls.
 */
export function callsAsResources(document: Document, operations: readonly Operation[]): readonly Operation[] {
  const paths = new Set(operations.map(({ path }) => shapeOf(path)))
  // Where collections have paths of their own, verbs behind them do something else: `POST /cart/add` beside `GET /cart`.
  const calls = operations
    .flatMap((operation) => callOf(document, operation) ?? [])
    .filter(({ base }) => !paths.has(shapeOf(base)) && !paths.has(shapeOf(`${base}/{id}`)))
  const groups = groupBy(calls, ({ base }) => shapeOf(base.toLowerCase()))
  const changed = new Map([...groups.values()].flatMap((group) => asResource(withLists(document, group))))
  return changed.size === 0 ? operations : operations.map((each) => changed.get(each.id) ?? each)
}

/** A `GET /users/get` that requires nothing is a list if it shows one and no other call does. */
function withLists(document: Document, calls: readonly Call[]): readonly Call[] {
  if (calls.some(({ verb }) => verb === 'list')) return calls
  return calls.map((call) =>
    call.verb === 'read' && !requiresAny(call) && showsList(document, call)
      ? { ...call, verb: 'list' }
      : call,
  )
}

function showsList(document: Document, { operation, base }: Call): boolean {
  const body = responseSchema(operation)
  const hints = { name: singularNounOf(base), idParameter: undefined, record: undefined }
  return body !== undefined && findList(document, body, hints) !== undefined
}

/** The calls that create, show and change one kind of record, by operation id. Other calls stay what they are. */
function asResource(calls: readonly Call[]): readonly (readonly [string, Operation])[] {
  const has = (...verbs: readonly Verb[]): boolean => calls.some(({ verb }) => verbs.includes(verb))
  if (!has('create', 'update') || !has('list', 'read')) return []
  const ids = idNames(calls)
  const isSingleton = ids.length === 0 && !has('create', 'list')
  const taken = new Set<string>()
  return calls.flatMap((call) => {
    const operation = isSingleton ? at(call, call.base) : asOperation(call, ids)
    if (!operation) return []
    const key = `${operation.method} ${shapeOf(operation.path)}`
    if (taken.has(key)) return []
    taken.add(key)
    return [[call.operation.id, operation] as const]
  })
}

/** The operation as one on the collection, or on the record that the client names. */
function asOperation(call: Call, ids: readonly string[]): Operation | undefined {
  const { verb, base, action, operation } = call
  if (verb === 'create') return at(call, base)
  if (verb === 'list') return { ...at(call, base), parameters: inQuery(call) }
  const id = idIn(call, ids)
  if (id === undefined || (verb === 'act' && operation.method === 'GET')) return undefined
  const others = operation.parameters.filter(({ name }) => name !== id)
  const path = `${base}/{${id}}${verb === 'act' ? `/${action}` : ''}`
  return { ...at(call, path), parameters: [...others, placed('path', id, call)] }
}

const methods: Readonly<Record<Verb, string>> = {
  list: 'GET',
  read: 'GET',
  create: 'POST',
  update: 'PATCH',
  delete: 'DELETE',
  act: 'POST',
}

function at({ verb, operation }: Call, path: string): Operation {
  const isWrite = verb === 'create' || verb === 'update' || verb === 'act'
  return {
    ...operation,
    path,
    method: methods[verb],
    requestBody: isWrite ? operation.requestBody : undefined,
  }
}

/** What a list takes, wherever it is sent. */
const inQuery = (call: Call): readonly Parameter[] => [
  ...call.operation.parameters,
  ...[...call.takes.keys()]
    .filter((name) => call.operation.parameters.every((each) => each.name !== name))
    .map((name) => placed('query', name, call)),
]

/** A parameter with a value that is sent elsewhere. */
function placed(place: 'path' | 'query', name: string, { takes, operation }: Call): Parameter {
  const { schema, isRequired = false } = takes.get(name) ?? {}
  return {
    ...parameterDefaults(place),
    name,
    in: place,
    required: place === 'path' || isRequired,
    schema,
    content: undefined,
    examples: [],
    pointer: schema?.pointer ?? operation.pointer,
  }
}
