import { describe, expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { answer, at, content, described, integer, ref, text } from './owner-document.ts'

interface Entry {
  readonly id: number
  readonly text: string
}

const create = (made: string): object => ({
  requestBody: { required: true, ...content(described({ text })) },
  ...answer(201, ref(made)),
})

/** Entries are made and listed below a boat, and read at a path of their own. Nothing in them names the boat. */
const document = {
  openapi: '3.0.4',
  info: { title: 'Log books', version: '1' },
  paths: {
    '/boats': { post: create('Boat') },
    '/boats/{boatId}': { parameters: [at('boatId')], get: answer(200, ref('Boat')) },
    '/boats/{boatId}/entries': {
      parameters: [at('boatId')],
      get: answer(200, { type: 'array', items: ref('Entry') }),
      post: create('Entry'),
    },
    '/entries/{id}': { parameters: [at('id')], get: answer(200, ref('Entry')) },
  },
  components: {
    schemas: { Boat: described({ id: integer, text }), Entry: described({ id: integer, text }) },
  },
}

/** @param isApart whether entries are listed only below their own boat, and @param isKept whether they can be read. */
function serve(isApart: boolean, isKept: boolean): (request: Request) => Promise<Response> {
  const boats = new Map<number, Entry>()
  const entries = new Map<number, Entry & { readonly boat: number }>()
  let last = 0
  const refuse = (status: number, headers: Record<string, string> = {}): Response =>
    Response.json({ code: `refused_${String(status)}` }, { status, headers })
  const shown = ({ id, text: told }: Entry): Entry => ({ id, text: told })
  return async (request) => {
    const [, name, key, below] = new URL(request.url).pathname.split('/')
    const isRead = ['GET', 'HEAD'].includes(request.method)
    const isMade = request.method === 'POST' && (below !== undefined || key === undefined)
    if (!isMade && (!isRead || key === undefined))
      return refuse(405, { allow: key === undefined ? 'POST' : 'GET, HEAD' })
    const boat = Number(key)
    if (below !== undefined && !boats.has(boat)) return refuse(404)
    if (isMade) {
      if (!request.headers.get('content-type')?.startsWith('application/json')) return refuse(415)
      const body = Object(await request.json().catch(() => undefined)) as { readonly text?: unknown }
      if (typeof body.text !== 'string' || body.text === '') return refuse(422)
      const made = { id: (last += 1), text: body.text }
      if (below === undefined) boats.set(last, made)
      else entries.set(last, { ...made, boat })
      return Response.json(made, { status: 201 })
    }
    if (below !== undefined)
      return Response.json([...entries.values()].filter((each) => !isApart || each.boat === boat).map(shown))
    const found = name === 'boats' ? boats.get(boat) : isKept ? entries.get(boat) : undefined
    return found ? Response.json(shown(found)) : refuse(404)
  }
}

describe('records whose owner only the path of their list names', () => {
  it.each<readonly [string, boolean, boolean, readonly string[]]>([
    ['accepts those that are listed below it alone, and read', true, true, []],
    ['reports those that are listed below others', false, true, ['hierarchy']],
    ['reports those that cannot be read', true, false, ['created-readable']],
  ])('%s', async (_, isApart, isKept, expected) => {
    const { findings } = await runContract({ target: serve(isApart, isKept), document, phases: ['stateful'] })
    const errors = findings.filter(({ severity }) => severity === 'error')
    expect([...new Set(errors.map(({ check }) => check))]).toEqual(expected)
  })
})
