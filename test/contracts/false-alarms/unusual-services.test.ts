import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { runContract } from '../../../contracts/index.ts'
import { serveFetch } from '../support/serve-fetch.ts'
import { json, thingsDocument, thingsService, type Thing, type Ways } from '../support/things-service.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const problem = { description: 'no', content: { 'application/json': { schema: { type: 'object' } } } }
const nothing = { description: 'nothing to say' }
const linked = {
  description: 'some',
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['value'],
        properties: {
          value: { type: 'array', items: { $ref: '#/components/schemas/Thing' } },
          nextLink: { type: 'string' },
          hasMore: { type: 'boolean' },
        },
      },
    },
  },
}
const message = (status: number, text: string): Response => json(status, { message: text })
const of = (ids: readonly string[], responses: object): Record<string, object> =>
  Object.fromEntries(ids.map((id) => [id, responses]))
const items = ['getThing', 'putThing', 'patchThing', 'deleteThing']
const all = ['listThings', 'createThing', ...items]
const shuffled = (things: readonly Thing[]): readonly Thing[] =>
  things.toSorted((a, b) => (a.name < b.name ? -1 : 1))
const retagged = async (response: Response, weak: boolean): Promise<Response> => {
  const text = await response.text()
  const headers = new Headers(response.headers)
  if (response.status === 200) headers.set('etag', `${weak ? 'W/' : ''}"${String(text.length)}"`)
  return new Response(response.status === 204 ? null : text, { status: response.status, headers })
}

const unusual: Readonly<Record<string, Ways>> = {
  'as plain as can be': {},
  'that answers 410 for what was deleted': {
    declares: of(items, { '410': problem }),
    missing: (deleted) => message(deleted ? 410 : 404, 'gone'),
  },
  'that answers 422 for an id it does not know, and knows no 404': {
    declares: of(items, { '404': undefined, '422': problem }),
    missing: () => message(422, 'unknown'),
  },
  'that shows what was deleted, and says so': { isKept: true },
  'whose create answers 204 with Location only': {
    declares: { createThing: { '201': undefined, '204': nothing } },
    created: ({ id }) => new Response(null, { status: 204, headers: { location: `/things/${id}` } }),
  },
  'whose create answers 202, and says nothing': {
    declares: { createThing: { '201': undefined, '202': nothing } },
    created: () => new Response(null, { status: 202 }),
  },
  'with ids in upper case': { newId: (count) => `THING-${String(count)}-ABC` },
  'with numbers as ids, in text': { newId: (count) => String(1000 + count) },
  'that trims texts': {
    keeps: (body) => ('name' in body ? { ...body, name: String(body['name']).trim() } : body),
  },
  'that keeps names in lower case': {
    keeps: (body) => ('name' in body ? { ...body, name: String(body['name']).toLowerCase() } : body),
  },
  'that tells times in its own offset': {
    keeps: (body) => ('due' in body ? { ...body, due: new Date(String(body['due'])).toISOString() } : body),
  },
  'with weak entity tags': { after: (response) => retagged(response, true) },
  'whose list is in an order of its own': { list: shuffled },
  'that gives a part of the list, and a link to the rest': {
    declares: { listThings: { '200': linked } },
    list: (things) => ({
      value: things.slice(0, 2),
      ...(things.length > 2 && { nextLink: '/things?skip=2' }),
    }),
  },
  'that gives a part of the list, and says that there is more': {
    declares: { listThings: { '200': linked } },
    list: (things) => ({ value: things.slice(0, 1), hasMore: things.length > 1 }),
  },
  'whose PUT knows 201 only': {
    declares: of(['patchThing', 'putThing'], { '200': undefined, '201': nothing }),
    putCreates: true,
    updated: () => new Response(null, { status: 201 }),
  },
  'whose PUT says 205, which has no content': {
    declares: of(['patchThing', 'putThing'], { '200': undefined, '205': problem }),
    updated: () => new Response(null, { status: 205 }),
  },
  'whose PATCH and PUT answer 204': {
    declares: of(['patchThing', 'putThing'], { '200': undefined, '204': nothing }),
    updated: () => new Response(null, { status: 204 }),
  },
  'whose PUT creates': {
    declares: { putThing: { '201': { description: 'made' } } },
    putCreates: true,
  },
  'that says 403 of what is not there': {
    declares: of(items, { '403': problem }),
    missing: () => message(403, 'not yours'),
  },
  'that refuses in plain text where nothing is declared': {
    declares: of(all, { '400': { description: 'no' } }),
    refused: (text) => new Response(text, { status: 400, headers: { 'content-type': 'text/plain' } }),
  },
}

type Phases = NonNullable<Parameters<typeof runContract>[0]['phases']>
const usual: Phases = ['examples', 'stateful', 'lifecycle']

/** What is found that is an error. */
async function errorsOf(
  target: Parameters<typeof runContract>[0]['target'],
  ways: Ways,
  phases: Phases = usual,
): Promise<readonly (readonly [check: string, message: string])[]> {
  const document = JSON.parse(JSON.stringify(thingsDocument(ways.declares))) as Record<string, unknown>
  const { findings, summary } = await runContract({ target, document, phases })
  expect(summary.requests).toBeGreaterThan(20)
  return findings
    .filter(({ severity }) => severity === 'error')
    .map(({ check, message: text }) => [check, text])
}

describe('reports nothing of a service', () => {
  it.each(Object.entries(unusual))('%s', async (_, ways) => {
    expect(await errorsOf(thingsService(ways), ways)).toEqual([])
  })

  it.each(['as plain as can be', 'that refuses in plain text where nothing is declared'])(
    '%s, at the boundaries of its schemas',
    async (name) => {
      const ways = unusual[name] ?? {}
      expect(await errorsOf(thingsService(ways), ways, ['coverage'])).toEqual([])
    },
  )

  it('that limits the rate of requests', async () => {
    let requests = 0
    const before = (): Response | undefined => {
      requests += 1
      return requests % 7 === 0 ? json(429, { message: 'slowly' }, { 'retry-after': '1' }) : undefined
    }
    const ways = { before, declares: of(all, { '429': problem }) }
    expect(await errorsOf(thingsService(ways), ways)).toEqual([])
  })
})

describe('reports nothing over HTTP of a service', () => {
  const served = async (ways: Ways): Promise<unknown> => {
    const server = await serveFetch(thingsService(ways))
    closing.push(() => server.close())
    return errorsOf(server.url, ways)
  }

  it('that compresses unasked', async () => {
    const after: Ways['after'] = async (response) => {
      const bytes = gzipSync(Buffer.from(await response.arrayBuffer()))
      const headers = new Headers(response.headers)
      if (response.status !== 204) headers.set('content-encoding', 'gzip')
      return new Response(response.status === 204 ? null : bytes, { status: response.status, headers })
    }
    expect(await served({ after })).toEqual([])
  })

  it('that redirects from a trailing slash', async () => {
    const before = ({ url }: Request): Response | undefined => {
      const { pathname, search } = new URL(url)
      const location = `${pathname.replace(/\/+$/, '')}${search}`
      return pathname.length > 1 && pathname.endsWith('/')
        ? new Response(null, { status: 308, headers: { location } })
        : undefined
    }
    expect(await served({ before })).toEqual([])
  })
})

describe('reports similar behaviour that is a defect', () => {
  const checksOf = async (ways: Ways): Promise<ReadonlySet<string>> =>
    new Set((await errorsOf(thingsService(ways), ways)).map(([check]) => check))

  it('a deleted record that is still shown without a mark', async () => {
    const missing = (deleted: Thing | undefined): Response =>
      deleted ? json(200, deleted) : message(404, 'none')
    expect([...(await checksOf({ missing }))]).toContain('deleted-gone')
  })

  it('a string that is stored as another', async () => {
    const keeps: Ways['keeps'] = (body) => ('name' in body ? { ...body, name: 'other' } : body)
    expect([...(await checksOf({ keeps }))]).toContain('created-readable')
  })

  it('a change of one record that changes all others', async () => {
    const made: string[] = []
    const last = new Map<string, Thing>()
    const updated = (thing: Thing): Response => {
      for (const id of made) last.set(id, { ...thing, id })
      return json(200, thing)
    }
    const created = (thing: Thing): Response => {
      made.push(thing.id)
      return json(201, thing)
    }
    const shows = (thing: Thing): object => last.get(thing.id) ?? thing
    expect([...(await checksOf({ created, updated, shows }))]).toEqual(['update-visible'])
  })
})
