import { expect, it } from 'vitest'
import {
  answers,
  body,
  check,
  draft,
  empty,
  text,
  ticket,
  type CheckResult,
  type ReceivedRequest,
} from '../support/code-first-api.ts'

/** Notes of which a list shows all, and which may be null where the document has text. */
function notes(show: (note: object) => object): (request: ReceivedRequest) => Response {
  const all: object[] = []
  return ({ method, path, body: sent }) => {
    if (path !== '/notes') return empty(404)
    if (method !== 'POST') return /GET|HEAD/.test(method) ? Response.json(all.map(show)) : empty(405)
    if (![null, 'string'].includes(sent['title'] === null ? null : typeof sent['title'])) return empty(400)
    all.push({ ...sent, id: all.length + 1 })
    return Response.json(show(all.at(-1)!), { status: 201 })
  }
}

const notePaths = {
  '/notes': {
    post: { ...body(draft), ...answers(201, ticket) },
    get: answers(200, { type: 'array', items: ticket }),
  },
  '/notes/{id}': {
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
    get: answers(200, ticket),
  },
}

const ofContent = ({ findings }: CheckResult): readonly string[] =>
  findings.filter((line) => /^(?:invalid-refused.*null|response-body)/.test(line))

it('reports an invalid value where it was accepted, not in each list that shows it', async () => {
  const findings = ofContent(
    await check(
      notePaths,
      notes((note) => note),
    ),
  )
  expect(findings).toEqual([expect.stringMatching(/^invalid-refused: .*title = null/)])
})

it('reports a value that only the list shows wrongly', async () => {
  const findings = ofContent(
    await check(
      notePaths,
      notes((note) => ({ ...note, title: 7 })),
    ),
  )
  expect(findings).toContainEqual(expect.stringMatching(/^response-body: .*title/))
})

const uuid = {
  ...text,
  format: 'uuid',
  pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
}
const desk = { type: 'object', required: ['name'], properties: { name: text, floor: { type: 'integer' } } }
const desks = {
  '/desks': {
    post: { ...body(desk), ...answers(201, { ...desk, properties: { id: uuid, ...desk.properties } }) },
  },
  '/desks/{id}': {
    parameters: [{ name: 'id', in: 'path', required: true, schema: uuid }],
    get: answers(200, { ...desk, properties: { id: uuid, ...desk.properties } }),
    put: { ...body(desk), ...answers(200, { ...desk, properties: { id: uuid, ...desk.properties } }) },
  },
}

/** Desks whose ids are words, which the document calls UUIDs. */
function desksWithWords(isLosing: boolean): (request: ReceivedRequest) => Response {
  const all = new Map<string, object>()
  return ({ method, path, body: sent }) => {
    const id = method === 'POST' ? `desk-${String(all.size)}` : path.slice('/desks/'.length)
    const before = method === 'POST' ? {} : all.get(id)
    if (!before) return empty(404)
    if (method === 'HEAD' || method === 'OPTIONS') return empty(405)
    if (method === 'GET') return Response.json(before)
    if (typeof sent['name'] !== 'string' || !['undefined', 'number'].includes(typeof sent['floor']))
      return empty(400)
    all.set(id, { ...(isLosing ? { ...sent, ...before } : sent), id })
    return Response.json(all.get(id), { status: method === 'POST' ? 201 : 200 })
  }
}

it('reads and changes records whose ids are invalid according to the document', async () => {
  const phases = ['stateful'] as const
  const well = await check(desks, desksWithWords(false), phases)
  expect([...well.taken]).toEqual(expect.arrayContaining(['GET /desks/desk-0', 'PUT /desks/desk-0']))
  expect(well.findings.filter((finding) => !finding.startsWith('response-body'))).toEqual([])
  const losing = await check(desks, desksWithWords(true), phases)
  expect(losing.findings.join('\n')).toMatch(/update-visible: .*name = /)
})

it('reports a string that violates both its format and an equivalent pattern once', async () => {
  const { findings } = await check(desks, desksWithWords(false))
  const ofBody = findings.filter((finding) => finding.startsWith('response-body: POST'))
  expect(ofBody).toEqual([expect.stringContaining('must be a valid uuid')])
})

it('names the case in a finding about another operation than the tested one', async () => {
  const { findings } = await check(desks, desksWithWords(false))
  expect(findings.join('\n')).toMatch(/^response-body: GET \/desks\/\{id\} as part of "[^"]+": expected/m)
})

it('leaves refused properties out of a body in an envelope, and keeps the others', async () => {
  const ticket = {
    type: 'object',
    required: ['title'],
    properties: { title: text, owner: uuid, note: text, watchers: { type: 'array', items: uuid } },
  }
  const shown = { ...ticket, properties: { id: { type: 'integer' }, title: text, note: text } }
  const wrapped = (schema: object): object => ({
    type: 'object',
    required: ['data'],
    properties: { data: schema },
  })
  const sentNotes = new Set<unknown>()
  const all: object[] = []
  const { taken, findings } = await check(
    {
      '/tickets': { post: { ...body(wrapped(ticket)), ...answers(201, wrapped(shown)) } },
      '/tickets/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        get: answers(200, wrapped(shown)),
      },
    },
    ({ method, path, body: { data } }) => {
      if (method === 'GET') {
        const record = all[Number(path.split('/').at(-1))]
        return record ? Response.json({ data: record }) : empty(404)
      }
      const sent = (data ?? {}) as ReceivedRequest['body']
      const isKnown = sent['owner'] === undefined && sent['watchers'] === undefined
      if (method !== 'POST' || !isKnown || typeof sent['title'] !== 'string') return empty(400)
      sentNotes.add(typeof sent['note'])
      // The note is lost.
      all.push({ id: all.length, title: sent['title'], note: 'none' })
      return Response.json({ data: all.at(-1) }, { status: 201 })
    },
    ['stateful'],
  )
  expect([...taken]).toContain('POST /tickets')
  expect([...sentNotes]).toContain('string')
  expect(findings.join('\n')).toMatch(/created-readable: .*note = .*, as sent; got "none"/)
})

it('accepts that a record omits an empty array', async () => {
  const shelf = {
    type: 'object',
    properties: { id: { type: 'integer' }, books: { type: 'array', maxItems: 0 } },
  }
  const { findings } = await check(
    {
      '/shelves': { post: { ...body({ ...shelf, required: ['books'] }), ...answers(201, shelf) } },
      '/shelves/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        get: answers(200, shelf),
      },
    },
    ({ method }) =>
      method === 'POST' ? Response.json({ id: 1 }, { status: 201 }) : Response.json({ id: 1 }),
    ['stateful'],
  )
  expect(findings.filter((finding) => finding.startsWith('created-readable'))).toEqual([])
})

it.each([
  ['in another order', (tags: readonly unknown[]) => tags.toReversed(), ['warning']],
  ['but for the last', (tags: readonly unknown[]) => tags.slice(0, -1), ['error']],
] as const)('reports an array that comes back %s', async (_, kept, severity) => {
  const label = { ...text, minLength: 1 }
  const parcel = {
    type: 'object',
    required: ['labels'],
    properties: { labels: { type: 'array', minItems: 2, items: label } },
  }
  const shown = { ...parcel, properties: { id: { type: 'integer' }, ...parcel.properties } }
  const all: object[] = []
  const { findings, severities } = await check(
    {
      '/parcels': { post: { ...body(parcel), ...answers(201, shown) } },
      '/parcels/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        get: answers(200, { ...shown, properties: { ...shown.properties, labels: { type: 'array' } } }),
      },
    },
    ({ method, path, body: { labels } }) => {
      if (method === 'POST') all.push({ id: all.length, labels: kept(labels as readonly unknown[]) })
      const record = method === 'POST' ? all.at(-1) : all[Number(path.split('/').at(-1))]
      return record ? Response.json(record, { status: method === 'POST' ? 201 : 200 }) : empty(404)
    },
    ['stateful'],
  )
  const graded = findings.map((finding, index) => [finding, severities[index]] as const)
  const differing = graded.filter(([finding]) => finding.startsWith('created-readable'))
  expect(differing.map(([, each]) => each)).toEqual(severity)
})

it('accepts that the server replaces items without described properties', async () => {
  const step = { type: 'object', properties: { id: { ...text, readOnly: true } } }
  const parts = { type: 'array', minItems: 2, items: step }
  const plan = {
    type: 'object',
    required: ['title', 'steps'],
    properties: { title: text, steps: parts, owners: parts },
  }
  const owners = { type: 'array', items: step }
  const shown = { ...plan, properties: { id: { type: 'integer' }, ...plan.properties, owners } }
  const all: object[] = []
  let steps = 0
  const { findings } = await check(
    {
      '/plans': { post: { ...body(plan), ...answers(201, shown) } },
      '/plans/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        get: answers(200, shown),
        put: { ...body(plan), ...answers(200, shown) },
      },
    },
    ({ method, path, body: sent }) => {
      const id = method === 'POST' ? all.length : Number(path.split('/').at(-1))
      if (method !== 'POST' && !all[id]) return empty(404)
      if (method === 'GET') return Response.json(all[id])
      if (!Array.isArray(sent['steps']) || typeof sent['title'] !== 'string') return empty(400)
      const ids = sent['steps'].map(() => ({ id: String((steps += 1)) }))
      all[id] = { id, title: sent['title'], steps: ids, owners: [{ id: 'a' }] }
      return Response.json(all[id], { status: method === 'POST' ? 201 : 200 })
    },
    ['stateful'],
  )
  expect(
    findings.filter((finding) => /^(?:created-readable|repeat-put|update-visible)/.test(finding)),
  ).toEqual([])
})

it.each([
  ['expand', false],
  ['lang', true],
])('reports a reference that is not shown although ?%s is a parameter: %s', async (query, isTold) => {
  const owner = { type: 'object', required: ['name'], properties: { id: { type: 'integer' }, name: text } }
  const boat = {
    type: 'object',
    required: ['name', 'owner'],
    properties: { name: text, owner: { type: 'integer' } },
  }
  const shown = { ...boat, required: ['name'], properties: { id: { type: 'integer' }, ...boat.properties } }
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } }
  const { findings } = await check(
    {
      '/owners': { post: { ...body(owner), ...answers(201, owner) } },
      '/owners/{id}': { parameters: [id], get: answers(200, owner) },
      '/boats': { post: { ...body(boat), ...answers(201, shown) } },
      '/boats/{id}': {
        parameters: [id],
        get: { parameters: [{ name: query, in: 'query', schema: text }], ...answers(200, shown) },
      },
    },
    ({ method, body: { name } }) => Response.json({ id: 1, name }, { status: method === 'POST' ? 201 : 200 }),
    ['stateful'],
  )
  expect(findings.some((finding) => /owner = 1, as sent; got nothing/.test(finding))).toBe(isTold)
})
