import { expect, it } from 'vitest'
import type { PhaseName } from '../../../contracts/events.ts'
import { answers, body, check, empty, text, type ReceivedRequest } from '../support/code-first-api.ts'

/** Records that a service for feature flags keeps, with what its document does not say. */

const phases: readonly PhaseName[] = ['coverage', 'stateful']
const at = (...names: readonly string[]): object => ({
  parameters: names.map((name) => ({ name, in: 'path', required: true, schema: text })),
})
const schemaOf = (properties: object, ...required: readonly string[]): object => ({
  type: 'object',
  required,
  properties,
})
const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD'

const fieldProperties = { name: text, project: text }
const fieldPaths = {
  '/projects/{projectId}/fields': {
    ...at('projectId'),
    get: answers(200, { type: 'array', items: schemaOf({ id: text, ...fieldProperties }, 'id', 'name') }),
    post: {
      ...body(schemaOf(fieldProperties, 'name')),
      ...answers(201, schemaOf({ id: text, ...fieldProperties }, 'id', 'name')),
    },
  },
}

/** Fields of projects, which belong to the project in the path whatever the body says. */
function fields(
  keep: (sent: ReceivedRequest['body'], project: string) => object,
): (request: ReceivedRequest) => Response {
  const all = new Map<string, object[]>()
  return ({ method, path, body: sent }) => {
    const project = path.split('/')[2] ?? ''
    const some = all.get(project) ?? []
    all.set(project, some)
    if (isRead(method)) return Response.json(some)
    if (method !== 'POST') return empty(405)
    if (Object.values(sent).some((each) => typeof each !== 'string') || sent['name'] === undefined)
      return empty(400)
    const record = { ...keep(sent, project), id: `f${String(some.length)}` }
    some.push(record)
    return Response.json(record, { status: 201 })
  }
}

it('a record belongs to the parent in its path, though its body may name one', async () => {
  const kept = await check(
    fieldPaths,
    fields((sent, project) => ({ ...sent, project })),
    phases,
  )
  expect(kept.findings.filter((line) => line.startsWith('created-'))).toEqual([])
  const lost = await check(
    fieldPaths,
    fields((_, project) => ({ name: 'other', project })),
    phases,
  )
  expect(lost.findings).toContainEqual(expect.stringMatching(/^created-readable: .* name = /))
})

const flagOf = (mark: string): object =>
  schemaOf({ id: text, name: text, [mark]: { type: 'boolean' } }, 'id', 'name')
const flagPaths = (mark: string): object => ({
  '/flags': {
    get: answers(200, { type: 'array', items: flagOf(mark) }),
    post: { ...body(schemaOf({ name: text }, 'name')), ...answers(201, flagOf(mark)) },
  },
  '/flags/{id}': {
    ...at('id'),
    get: answers(200, flagOf(mark)),
    patch: { ...body(schemaOf({ name: text, [mark]: { type: 'boolean' } })), ...answers(200, flagOf(mark)) },
  },
})

/** Flags that are out of sight once that property is true. */
function flags(mark: string): (request: ReceivedRequest) => Response {
  const all = new Map<string, Record<string, unknown>>()
  const isValid = ({ name = '', [mark]: marked = false }: ReceivedRequest['body']): boolean =>
    typeof name === 'string' && typeof marked === 'boolean'
  return ({ method, path, body: sent }) => {
    const id = path.split('/')[2]
    const seen = [...all.values()].filter((each) => each[mark] === false)
    if (!isRead(method) && !isValid(sent)) return empty(400)
    if (id === undefined) {
      if (isRead(method)) return Response.json(seen)
      if (method !== 'POST') return empty(405)
      if (sent['name'] === undefined) return empty(400)
      const record = { id: `flag-${String(all.size)}`, name: sent['name'], [mark]: false }
      all.set(record.id, record)
      return Response.json(record, { status: 201 })
    }
    const record = seen.find((each) => each['id'] === id)
    if (!record) return empty(404)
    if (isRead(method)) return Response.json(record)
    return method === 'PATCH' ? Response.json(Object.assign(record, sent)) : empty(405)
  }
}

it('a record that a client archives may be out of sight', async () => {
  const vanished = async (mark: string): Promise<readonly string[]> =>
    (await check(flagPaths(mark), flags(mark), phases)).findings.filter((line) =>
      /^update-visible: .* got 404/.test(line),
    )
  expect(await vanished('archived')).toEqual([])
  expect(await vanished('starred')).not.toEqual([])
})

const addressOf = (...required: readonly string[]): object =>
  schemaOf({ id: text, street: text, isDefault: { type: 'boolean' } }, ...required)
const addressPaths = {
  '/addresses': {
    get: answers(200, { type: 'array', items: addressOf('id', 'street', 'isDefault') }),
    post: { ...body(addressOf('street')), ...answers(201, addressOf('id', 'street', 'isDefault')) },
  },
  '/addresses/{id}': {
    ...at('id'),
    get: answers(200, addressOf('id', 'street', 'isDefault')),
    patch: { ...body(addressOf()), ...answers(200, addressOf('id', 'street', 'isDefault')) },
  },
}

/** Addresses of which one is the default: always the first, so that no other one is, whatever is sent. */
function addresses(): (request: ReceivedRequest) => Response {
  const all = new Map<string, object>()
  const isValid = ({ street = '', isDefault = false }: ReceivedRequest['body']): boolean =>
    typeof street === 'string' && typeof isDefault === 'boolean'
  return ({ method, path, body: sent }) => {
    const id = path.split('/')[2]
    const found = all.get(id ?? '')
    if (id === undefined && isRead(method)) return Response.json([...all.values()])
    if (id !== undefined && !found) return empty(404)
    if (isRead(method)) return Response.json(found)
    if (method !== (id === undefined ? 'POST' : 'PATCH')) return empty(405)
    if (!isValid(sent) || (id === undefined && sent['street'] === undefined)) return empty(400)
    const key = id ?? `address-${String(all.size)}`
    const record = { ...found, ...sent, id: key, isDefault: key === 'address-0' }
    all.set(key, record)
    return Response.json(record, { status: id === undefined ? 201 : 200 })
  }
}

it('which record is the default one is up to the service and to other clients', async () => {
  const { findings } = await check(addressPaths, addresses(), phases)
  expect(findings.filter((line) => line.includes('isDefault = '))).toEqual([])
})

const eventPaths = {
  '/events': {
    get: answers(
      200,
      schemaOf(
        {
          events: { type: 'array', items: schemaOf({ id: { type: 'integer' }, kind: text }, 'id') },
          total: { type: 'integer' },
        },
        'events',
        'total',
      ),
    ),
  },
}

/** The latest of 25 events. */
const latest =
  (count: number): ((request: ReceivedRequest) => Response) =>
  ({ method }) => {
    const events = Array.from({ length: count }, (_, index) => ({ id: 25 - index, kind: 'made' }))
    return isRead(method) ? Response.json({ events, total: 25 }) : empty(405)
  }

it('a list without pages may show only the latest of the items that its total counts', async () => {
  const totals = async (count: number): Promise<readonly string[]> =>
    (await check(eventPaths, latest(count), phases)).findings.filter((line) => line.startsWith('list-total'))
  expect(await totals(10)).toEqual([])
  expect(await totals(23)).toHaveLength(1)
})

const strategyPaths = {
  '/flags/{flag}/strategies': {
    parameters: [{ name: 'flag', in: 'path', required: true, schema: text, example: 'dark-mode' }],
    post: {
      ...body(
        schemaOf(
          {
            name: { ...text, example: 'gradual' },
            title: { ...text, example: 'A quarter' },
            order: { type: 'number' },
          },
          'name',
        ),
      ),
      ...answers(201, schemaOf({ id: text, name: text }, 'id', 'name')),
    },
  },
}

it('a name that may be that of something else is sent as the document shows it', async () => {
  const { taken } = await check(strategyPaths, ({ body: sent }) =>
    sent['name'] === 'gradual' && Object.keys(sent).length === 1
      ? Response.json({ id: 's1', name: 'gradual' }, { status: 201 })
      : empty(400),
  )
  expect([...taken]).toContain('POST /flags/dark-mode/strategies')
})
