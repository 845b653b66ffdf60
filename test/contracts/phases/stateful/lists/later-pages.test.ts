import { describe, expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { answer, at, query, text } from '../../../support/document-parts.ts'

const leaf = {
  type: 'object',
  required: ['id', 'shade', 'size'],
  properties: { id: text, shade: { enum: ['green', 'red'] }, size: { type: 'integer' } },
}
const number = { type: 'integer', minimum: 1, maximum: 50 }
const page = {
  type: 'object',
  required: ['leaves'],
  properties: { leaves: { type: 'array', items: leaf }, next: { type: ['string', 'null'] } },
}
const document = {
  openapi: '3.1.0',
  info: { title: 'Leaves', version: '1' },
  paths: {
    '/leaves': {
      get: {
        parameters: [
          query('limit', number),
          query('cursor', text),
          query('shade', { enum: ['green', 'red'] }),
          query('sort', { enum: ['size', '-size'] }),
        ],
        ...answer(200, page),
      },
    },
    '/leaves/{id}': { ...at('id'), get: answer(200, leaf) },
  },
}

const leaves = [5, 1, 8, 3, 7, 2, 6, 4, 9].map((size) => ({
  id: `leaf-${String(size)}`,
  size,
  shade: size % 3 === 0 ? 'red' : 'green',
}))

/** What a service may forget on every page but the first. */
type Forgotten = 'filter' | 'order' | 'limit' | 'limit of links'

async function serve({ url, method }: Request, forgotten?: Forgotten): Promise<Response> {
  const { pathname, searchParams } = new URL(url)
  if (method === 'HEAD') {
    const { status, headers } = await serve(new Request(url), forgotten)
    return new Response(null, { status, headers })
  }
  if (method !== 'GET') return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } })
  if (pathname !== '/leaves') {
    const found = leaves.find(({ id }) => pathname === `/leaves/${id}`)
    return found ? Response.json(found) : new Response(null, { status: 404 })
  }
  const [limit, cursor, shade, sort] = ['limit', 'cursor', 'shade', 'sort'].map((name) =>
    searchParams.get(name),
  )
  const isBad =
    !/^(?:[1-9]|[1-4]\d|50)$/.test(limit ?? '9') ||
    !/^p\d+$/.test(cursor ?? 'p0') ||
    !/^(?:green|red)$/.test(shade ?? 'red') ||
    !/^-?size$/.test(sort ?? 'size')
  if (isBad) return new Response(null, { status: 400 })
  const from = Number(cursor?.slice(1) ?? 0)
  const isKept = (what: Forgotten): boolean => from === 0 || forgotten !== what
  const wanted = leaves.filter((each) => shade === null || !isKept('filter') || each.shade === shade)
  const way = sort === null || !isKept('order') ? 0 : sort === 'size' ? 1 : -1
  const sorted = way === 0 ? wanted : wanted.toSorted((a, b) => way * (a.size - b.size))
  const to = from + (isKept('limit') ? Number(limit ?? 50) : 50)
  const links = forgotten === 'limit of links'
  const rest = new URLSearchParams(
    [...searchParams].filter(([name]) => name !== 'cursor' && !(links && name === 'limit')),
  )
  rest.set('cursor', `p${String(to)}`)
  const next = to >= sorted.length ? null : links ? `/leaves?${rest.toString()}` : `p${String(to)}`
  return Response.json({ leaves: sorted.slice(from, to), next })
}

async function findingsOf(forgotten?: Forgotten): Promise<readonly string[]> {
  const { findings } = await runContract({
    document,
    target: (request: Request) => serve(request, forgotten),
    phases: ['stateful'],
  })
  return findings.map(({ check, message }) => `${check}: ${message}`)
}

describe('the pages after the first one', () => {
  it.each([
    ['the filter', 'filter', /^list-filter: .*shade/],
    ['the order', 'order', /^list-order: .*size in ascending order for sort=size/],
    ['the limit', 'limit', /^list-limit: .*at most \d items for limit=\d; got \d items/],
    [
      'the limit in their links',
      'limit of links',
      /^next-link: .*to keep limit=\d; got \d items at \/leaves\?cursor=/,
    ],
  ] as const)('must keep %s', async (_, forgotten, message) => {
    expect(await findingsOf(forgotten)).toEqual([expect.stringMatching(message)])
  })

  it('have no finding if they keep all of them', async () => {
    expect(await findingsOf()).toEqual([])
  })
})
