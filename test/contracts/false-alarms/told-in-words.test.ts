import { expect, it } from 'vitest'
import { answers, body, check, empty, type ReceivedRequest } from '../support/code-first-api.ts'

type Zone = Readonly<Record<string, unknown>>

const word = { type: 'string', minLength: 1, maxLength: 20 }
const zone = (told: Readonly<Record<string, string>>): object => ({
  type: 'object',
  required: ['id', 'kind'],
  properties: Object.fromEntries(
    ['id', 'kind', 'account', 'serial', 'servers'].map((name) => [
      name,
      { ...word, description: told[name] ?? '', readOnly: name === 'id' },
    ]),
  ),
})

interface Words {
  readonly change?: string
  readonly removal?: object
  readonly properties?: Readonly<Record<string, string>>
}

const documentOf = ({ change = 'Changes a zone', removal = {}, properties = {} }: Words): object => {
  const record = zone(properties)
  return {
    '/zones': {
      get: answers(200, { type: 'array', items: record }),
      post: { ...body(record), ...answers(201, record) },
    },
    '/zones/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      get: answers(200, record),
      patch: { description: change, ...body(record), ...answers(200, record) },
      delete: {
        ...removal,
        responses: { 204: { description: 'Gone' }, 404: { description: 'None' } },
      },
    },
  }
}

/** Zones of which only some properties are kept. */
function zones(
  keeps: (sent: Zone, isNew: boolean) => Zone,
  lists?: (zone: Zone) => Zone,
): (request: ReceivedRequest) => Response {
  const all = new Map<string, Zone>()
  return ({ method, path, body: sent }) => {
    const [, , id] = path.split('/')
    const isValid = Object.values(sent).every(
      (value) => typeof value === 'string' && /^.{1,20}$/su.test(value),
    )
    if (/POST|PATCH/.test(method) && !isValid) return empty(400)
    if (id === undefined && method === 'GET')
      return Response.json([...all.values()].map((each) => lists?.(each) ?? each))
    if (id === undefined && method === 'POST') {
      if (typeof sent['kind'] !== 'string') return empty(400)
      const created = { ...keeps(sent, true), id: `z${String(all.size + 1)}` }
      all.set(created.id, created)
      return Response.json(created, { status: 201 })
    }
    const found = all.get(id ?? '')
    if (!found || id === undefined) return empty(404)
    if (method === 'DELETE') {
      all.delete(id)
      return empty(204)
    }
    if (method !== 'PATCH') return /GET|HEAD/.test(method) ? Response.json(found) : empty(405)
    const changed = { ...found, ...keeps(sent, false), id }
    all.set(id, changed)
    return Response.json(changed)
  }
}

const lost = async (words: Words, ...names: readonly string[]): Promise<readonly string[]> => {
  const keeps = (sent: Zone, isNew: boolean): Zone =>
    Object.fromEntries(
      Object.entries(sent).filter(([name]) => !names.includes(name) || (isNew && !names.includes('always'))),
    )
  const { findings } = await check(documentOf(words), zones(keeps), ['stateful'])
  return findings.filter((line) => /^(?:update-visible|created-(?:readable|listed)): /.test(line))
}

it('expects a change to affect the properties only that its description names', async () => {
  const change =
    'The only fields of a zone that can be modified are: kind, account. All other fields are ignored.'
  expect(await lost({ change }, 'serial', 'servers')).toEqual([])
})

it('reports that a change does not affect a property that its description names', async () => {
  const change =
    'The only fields of a zone that can be modified are: kind, serial. All other fields are ignored.'
  expect(await lost({ change }, 'serial', 'servers')).toEqual([expect.stringContaining('serial = ')])
})

it('reports that a change does not affect a property where nothing limits it', async () => {
  expect(await lost({}, 'serial')).toEqual([expect.stringContaining('serial = ')])
})

it.each([
  ['serial', 'The serial number, calculated from the metadata'],
  ['servers', 'MAY be sent by clients, and MUST NOT be sent by the server.'],
  ['account', 'Required for zones of customers, ignored for others'],
])('does not expect to read %s as it was sent: %s', async (name, description) => {
  expect(await lost({ properties: { [name]: description } }, name, 'always')).toEqual([])
  expect(await lost({}, name, 'always')).not.toEqual([])
})

it.each<[told: string, expected: unknown]>([
  ['The serial number, empty when listing zones', []],
  ['The serial number', [expect.stringMatching(/^created-listed: .*serial = /)]],
])('expects in a list what descriptions do not exclude: %s', async (serial, expected) => {
  const service = zones(
    (sent) => sent,
    (each) => ({ ...each, serial: 'none' }),
  )
  const { findings } = await check(documentOf({ properties: { serial } }), service, ['stateful'])
  expect(findings.filter((line) => line.startsWith('created-listed: '))).toEqual(expected)
})

const items = { type: 'array', minItems: 1, maxItems: 2, items: zone({}) }
const severalZones = {
  '/zones/bulk': {
    post: {
      ...body({ type: 'object', required: ['zones'], properties: { zones: items } }),
      ...answers(200, { type: 'object' }),
    },
  },
}
const isZone = ({ kind }: Zone): boolean => typeof kind === 'string' && /^.{1,20}$/su.test(kind)

it.each<[shown: string, result: (zones: readonly Zone[]) => object, refusals: unknown]>([
  [
    'results that failed',
    (all) => ({ results: all.map((each) => ({ status: isZone(each) ? 'created' : 'failed' })) }),
    [],
  ],
  [
    'errors by index',
    (all) => ({ errors: all.flatMap((each, index) => (isZone(each) ? [] : [{ index }])) }),
    [],
  ],
  ['how many failed', (all) => ({ failed_count: all.filter((each) => !isZone(each)).length }), []],
  [
    'nothing',
    () => ({ errors: [], failed_count: 0 }),
    expect.arrayContaining([expect.stringContaining('kind')]),
  ],
])('takes an invalid item for refused if a success shows %s', async (_, result, refusals) => {
  const { findings } = await check(severalZones, ({ body: { zones: all } }) => {
    const isList = Array.isArray(all) && all.length > 0 && all.length < 3
    return isList && all.every((each) => typeof each === 'object' && each !== null)
      ? Response.json(result(all as readonly Zone[]))
      : empty(400)
  })
  expect(findings.filter((line) => /kind/.test(line) && line.startsWith('invalid-refused: '))).toEqual(
    refusals,
  )
})
