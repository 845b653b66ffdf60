import { expect, it } from 'vitest'
import { runContract } from '../../../contracts/index.ts'
import { createMock } from '../../../mock/index.ts'
import { answer, at, gone, listOf, note, query, sent, text } from '../support/document-parts.ts'

type Server = (request: Request) => Promise<Response>

interface Made {
  readonly openapi: string
  readonly info: object
  readonly paths: object
  readonly components: object
}

const documentOf = (paths: object): Made => ({
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths,
  components: { schemas: { Colour: { type: 'string', enum: ['red', 'blue'] } } },
})

/** The findings about a mock behind `behind`, which changes requests or responses like a framework. */
async function findingsOf(
  paths: object,
  behind: (mock: Server, request: Request) => Promise<Response>,
): Promise<readonly string[]> {
  const document = documentOf(paths)
  const mock = await createMock({ document })
  const { findings, summary } = await runContract({
    document,
    target: async (request: Request) => behind(async (forwarded) => mock.fetch(forwarded), request),
  })
  expect(summary.requests).toBeGreaterThan(50)
  return findings.map(
    ({ severity, check, operation, message }) => `${check} ${operation}: ${message} (${severity})`,
  )
}

const withBody = (request: Request, body: string): Request =>
  new Request(request.url, { method: request.method, headers: request.headers, body })

const colour = { $ref: '#/components/schemas/Colour' }
const pinned = {
  ...note,
  properties: {
    ...note.properties,
    isPinned: { type: 'boolean', default: true },
    colour: { ...colour, default: 'red' },
  },
}

it('accepts that null changes nothing in a property that is not nullable and has a default', async () => {
  const pinning = {
    type: 'object',
    properties: {
      title: text,
      isPinned: { type: ['boolean', 'null'] },
      colour: { anyOf: [colour, { type: 'null' }] },
    },
  }
  const paths = {
    '/notes': { get: listOf(pinned), post: { ...sent(pinned), ...answer(201, pinned) } },
    '/notes/{id}': {
      ...at('id'),
      get: answer(200, pinned),
      patch: { ...sent(pinning), ...answer(200, pinned) },
    },
  }
  const findings = await findingsOf(paths, async (mock, request) => {
    if (request.method !== 'PATCH') return mock(request)
    const body = await request.clone().text()
    const less = body.replaceAll(/"(?:isPinned|colour)":null,?/g, '').replace(/,\}$/, '}')
    return mock(less === body ? request : withBody(request, less))
  })
  expect(findings).toEqual([])
})

it('only warns that a PATCH leaves a property as it is in place of null', async () => {
  const changes = { ...note, required: [], properties: { title: note.properties['title'] ?? text } }
  const paths = {
    '/notes': { get: listOf(note), post: { ...sent(note), ...answer(201, note) } },
    '/notes/{id}': {
      ...at('id'),
      get: answer(200, note),
      patch: { ...sent(changes), ...answer(200, note) },
    },
  }
  const ignoring = (kept: string) => async (mock: Server, request: Request) => {
    const body = request.method === 'PATCH' ? await request.clone().text() : ''
    return mock(body === '{"title":null}' ? withBody(request, kept) : request)
  }
  expect(await findingsOf(paths, ignoring('{}'))).toEqual([
    expect.stringMatching(/title = null.* the server ignores null\. \(warning\)$/),
  ])
  expect(await findingsOf(paths, ignoring('{"title":"none"}'))).toEqual([
    expect.stringMatching(/title = null.* the server shows another value\. \(error\)$/),
  ])
})

const filter = {
  name: 'filter',
  in: 'query',
  content: {
    'application/json': {
      schema: {
        type: 'object',
        additionalProperties: false,
        properties: {
          fields: { type: 'object', additionalProperties: false, properties: { id: { type: 'boolean' } } },
          include: { type: 'array', items: { anyOf: [{ type: 'object', maxProperties: 0 }, text] } },
        },
      },
    },
  },
}
const filtered = {
  '/notes': { get: { parameters: [filter], ...listOf(note) }, post: { ...sent(note), ...answer(201, note) } },
}

/** Reads the properties to show, and the records to include, from an object in the query, and knows no records to include. */
async function reading(mock: Server, request: Request): Promise<Response> {
  const given = new URL(request.url).searchParams.get('filter')
  const response = await mock(request)
  if (given === null || !response.ok || request.method !== 'GET') return response
  const { fields, include = [] } = JSON.parse(given) as { fields?: object; include?: readonly unknown[] }
  if (include.some((each) => typeof each === 'string'))
    return Response.json({ message: 'What is that?' }, { status: 400 })
  const records = (await response.json()) as readonly { readonly id: string }[]
  return Response.json(fields ? records.map(({ id }) => ({ id })) : records)
}

it('accepts records without the properties that an object in the query does not ask for', async () => {
  const findings = await findingsOf(filtered, reading)
  expect(findings.filter((each) => each.startsWith('response-body'))).toEqual([])
})

it('only warns that texts in such an object are refused of which the document says nothing', async () => {
  const findings = await findingsOf(filtered, reading)
  expect(findings).not.toEqual([])
  for (const each of findings)
    expect(each).toMatch(/^valid-accepted .* or the document to restrict filter.*\(warning\)$/)
})

it('accepts that an empty form field is treated as an absent one', async () => {
  const remarked = { ...note, properties: { ...note.properties, remark: { type: ['string', 'null'] } } }
  const paths = {
    '/notes': {
      get: listOf(remarked),
      post: { ...sent(remarked, 'multipart/form-data'), ...answer(201, remarked) },
    },
    '/notes/{id}': { ...at('id'), get: answer(200, remarked), delete: gone },
  }
  const findings = await findingsOf(paths, async (mock, request) => {
    const body = request.method === 'POST' ? await request.clone().text() : ''
    const less = body
      .replace(/--\S+\r\nContent-Disposition: form-data; name="remark"\r\n\r\n\r\n/, '')
      .replace('name="remark"\r\n\r\nnull\r\n', 'name="remark"\r\n\r\nnil\r\n')
    const response = await mock(less === body ? request : withBody(request, less))
    const shown = await response.clone().text()
    if (less === body || shown.includes('remark') || !shown.endsWith('}')) return response
    return new Response(shown.replace(/\}$/, ',"remark":null}'), response)
  })
  expect(findings).toEqual([])
})

it('only warns that an empty field is treated as an absent one where the document asks for a choice', async () => {
  const kinds = { ...text, enum: ['daily', 'weekly'] }
  const fresh = { type: 'object', required: ['title'], properties: { title: text, kind: kinds } }
  const paths = {
    '/notes': {
      get: listOf(note),
      post: { ...sent(fresh, 'application/x-www-form-urlencoded'), ...answer(201, note) },
    },
    '/notes/{id}': { ...at('id'), get: answer(200, note), delete: gone },
  }
  const findings = await findingsOf(paths, async (mock, request) => {
    const body = await request.clone().text()
    return mock(request.method === 'POST' ? withBody(request, body.replace(/&?kind=(?=&|$)/, '')) : request)
  })
  expect(findings).toEqual([expect.stringMatching(/^invalid-refused .*kind = "", empty.*\(warning\)$/)])
})

const uri = { type: 'string', format: 'uri' }
const problem = {
  type: 'object',
  properties: { type: uri, title: text, status: { type: 'integer' }, detail: text, instance: uri },
}
const refusals = Object.fromEntries(
  [400, 404].map((status) => [status, { description: 'Problem', content: { '*/*': { schema: problem } } }]),
)

it('accepts a relative reference as the instance of a problem whose schema says uri', async () => {
  const paths = {
    '/notes': { get: listOf(note), post: { ...sent(note), ...answer(201, note, refusals) } },
    '/notes/{id}': { ...at('id'), get: answer(200, note, refusals), delete: gone },
  }
  const findings = await findingsOf(paths, async (mock, request) => {
    const response = await mock(request)
    if (![400, 404].includes(response.status)) return response
    const { pathname } = new URL(request.url)
    const problem = { type: 'about:blank', title: 'Refused', status: response.status, instance: pathname }
    const headers = { 'content-type': 'application/problem+json' }
    return new Response(JSON.stringify(problem), { status: response.status, headers })
  })
  expect(findings).toEqual([])
})

const ordered = {
  '/notes': {
    get: {
      parameters: [
        query(
          'sort',
          { type: 'array', items: text },
          {
            description:
              'Sorting criteria in the format: property,(asc|desc). Default sort order is ascending.',
          },
        ),
      ],
      ...listOf(note),
    },
    post: { ...sent(note), ...answer(201, note) },
  },
  '/notes/{id}': { ...at('id'), get: answer(200, note), delete: gone },
}

it('accepts that sorting by an unknown property is refused', async () => {
  const findings = await findingsOf(ordered, async (mock, request) => {
    const orders = new URL(request.url).searchParams.getAll('sort')
    const isKnown = orders.every((order) => /^(?:id|title)(?:,(?:asc|desc))?$/.test(order))
    return isKnown ? mock(request) : Response.json({ message: 'No such property' }, { status: 400 })
  })
  expect(findings).toEqual([])
})

it('reports an unsorted list if the document describes how to sort it', async () => {
  const findings = await findingsOf(ordered, async (mock, request) =>
    mock(new Request(request.url.replace(/\?.*/, ''), request)),
  )
  expect(findings.filter((finding) => !finding.startsWith('list-order GET /notes'))).toEqual([])
  expect(findings).toContainEqual(expect.stringContaining('expected id in descending order for sort=id,desc'))
})

it('reads and changes the singleton below a record of the run', async () => {
  const stock = { type: 'object', required: ['quantity'], properties: { quantity: { type: 'integer' } } }
  const document = documentOf({
    '/notes': { get: listOf(note), post: { ...sent(note), ...answer(201, note) } },
    '/notes/{id}': { ...at('id'), get: answer(200, note), delete: gone },
    '/notes/{id}/stock': {
      ...at('id'),
      get: answer(200, stock),
      put: { ...sent(stock), ...answer(200, stock) },
    },
  })
  const { findings, summary } = await runContract({ document, target: await createMock({ document }) })
  expect(findings.map(({ message }) => message)).toEqual([])
  expect(summary.covered).toBe(summary.operations)
})

const whole = { type: 'integer' }
const paged = {
  '/notes': {
    get: {
      parameters: [
        query('page', { ...whole, minimum: 0, default: 0 }),
        query('size', { ...whole, minimum: 1 }),
      ],
      ...answer(200, {
        type: 'object',
        properties: { content: { type: 'array', items: note }, totalElements: whole, totalPages: whole },
      }),
    },
    post: { ...sent(note), ...answer(201, note) },
  },
  '/notes/{id}': { ...at('id'), get: answer(200, note), delete: gone },
}

it.each([
  [0, []],
  [1, [expect.stringMatching(/^list-total .* expected totalPages = \d, the number of pages; got \d/)]],
])('judges a number of pages that is %i too high', async (more, expected) => {
  const findings = await findingsOf(paged, async (mock, request) => {
    const response = await mock(request)
    const body = await response.clone().text()
    const changed = body.replace(
      /"totalPages":(\d+)/,
      (_, pages) => `"totalPages":${String(Number(pages) + more)}`,
    )
    return changed === body ? response : new Response(changed, response)
  })
  expect(findings).toEqual(expected)
})

it('only warns that a server with its own id and time for a record takes anything in their place', async () => {
  const own = { id: text, createdAt: { type: 'string', format: 'date-time' } }
  const stamped = { ...note, properties: { ...note.properties, ...own } }
  const paths = {
    '/notes': { get: listOf(stamped), post: { ...sent(note), ...answer(201, stamped) } },
    '/notes/{id}': {
      ...at('id'),
      get: answer(200, stamped),
      put: { ...sent({ ...stamped, required: ['title'] }), ...answer(200, stamped) },
    },
  }
  const findings = await findingsOf(paths, async (mock, request) => {
    const body = request.method === 'PUT' ? await request.clone().text() : ''
    if (!/^\{.*"title":"[^"]+".*\}$/.test(body)) return mock(request)
    const { id: _, createdAt, ...rest } = JSON.parse(body) as Record<string, unknown>
    const time = createdAt === undefined ? {} : { createdAt: '2024-05-06T07:08:09Z' }
    return mock(withBody(request, JSON.stringify({ ...rest, ...time })))
  })
  const accepted = findings.filter((each) => / refuses \w+ = /.test(each))
  expect(accepted).not.toEqual([])
  for (const each of accepted) expect(each).toMatch(/ the server sets the property itself\. \(warning\)$/)
})

it('accepts that a value in the query is taken in place of one in the body, where both have that name', async () => {
  const title = query('title', { ...text, minLength: 1, maxLength: 30 }, { required: true })
  const paths = {
    '/notes': {
      get: listOf(note),
      post: { parameters: [title], ...sent(note), ...answer(201, note) },
    },
    '/notes/{id}': { ...at('id'), get: answer(200, note), delete: gone },
  }
  const findings = await findingsOf(paths, async (mock, request) => {
    const given = new URL(request.url).searchParams.get('title')
    const body = request.method === 'POST' ? await request.clone().text() : ''
    const isRead = given !== null && given !== '' && given.length <= 30 && /^\{.*"title":.*\}$/.test(body)
    return mock(isRead ? withBody(request, JSON.stringify({ title: given })) : request)
  })
  expect(findings.filter((each) => / (?:title|"\w+", as sent)/.test(each))).toEqual([])
})
