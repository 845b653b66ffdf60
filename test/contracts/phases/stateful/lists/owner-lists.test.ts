import { describe, expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { answer, at, content, described, integer, ref, text } from './owner-document.ts'

interface Sailor {
  readonly id: number
  readonly name: string
}

interface Voyage {
  readonly id: number
  readonly sailorId: number
  readonly port: string
}

const create = (sent: object, made: string): object => ({
  requestBody: { required: true, ...content(described(sent)) },
  ...answer(201, ref(made)),
})

/** Sailors whom clients make, or who are there. */
const sailors = {
  made: { post: create({ name: text }, 'Sailor') },
  given: { get: answer(200, { type: 'array', items: ref('Sailor') }) },
}

/** Voyages that are made by themselves and listed below their sailor, under that name. */
const documentOf = (list: string, are: keyof typeof sailors = 'made', all: object = {}): object => ({
  openapi: '3.0.4',
  info: { title: 'Voyages', version: '1' },
  paths: {
    '/sailors': sailors[are],
    '/sailors/{sailorId}': { parameters: [at('sailorId')], get: answer(200, ref('Sailor')) },
    [`/sailors/{sailorId}/${list}`]: {
      parameters: [at('sailorId')],
      get: answer(200, { type: 'array', items: ref('Voyage') }),
    },
    '/voyages': { post: create({ sailorId: integer, port: text }, 'Voyage'), ...all },
    '/voyages/{id}': { parameters: [at('id')], get: answer(200, ref('Voyage')) },
  },
  components: {
    schemas: {
      Sailor: described({ id: integer, name: text }),
      Voyage: described({ id: integer, sailorId: integer, port: text }),
    },
  },
})

/** Lists below a sailor what `isListed` says. */
function serve(
  isListed: (voyage: Voyage, sailor: number) => boolean,
): (request: Request) => Promise<Response> {
  const [ann, bob] = [
    { id: 1, name: 'Ann' },
    { id: 2, name: 'Bob' },
  ]
  const sailors = new Map<number, Sailor>([ann, bob].map((sailor) => [sailor.id, sailor]))
  const voyages = new Map<number, Voyage>()
  let last = bob.id
  const refuse = (status: number, headers: Record<string, string> = {}): Response =>
    Response.json({ code: `refused_${String(status)}` }, { status, headers })
  const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
  const make = (name: string, body: unknown): Response => {
    const { name: called, sailorId, port } = Object(body) as Readonly<Record<string, unknown>>
    const [id, by] = [last + 1, Number(sailorId)]
    if (name === 'sailors' && isText(called)) sailors.set(id, { id, name: called })
    else if (name === 'voyages' && isText(port) && sailors.has(by))
      voyages.set(id, { id, sailorId: by, port })
    else return refuse(422)
    last = id
    return Response.json(sailors.get(id) ?? voyages.get(id), { status: 201 })
  }
  return async (request) => {
    const [, name = '', text, below] = new URL(request.url).pathname.split('/')
    const isRead = ['GET', 'HEAD'].includes(request.method)
    if (text === undefined && isRead)
      return Response.json([...(name === 'sailors' ? sailors : voyages).values()])
    if (text === undefined ? request.method !== 'POST' : !isRead)
      return refuse(405, { allow: text === undefined ? 'GET, HEAD, POST' : 'GET, HEAD' })
    if (text === undefined) {
      if (!request.headers.get('content-type')?.startsWith('application/json')) return refuse(415)
      return make(name, await request.json().catch(() => undefined))
    }
    const record = (name === 'sailors' ? sailors : voyages).get(Number(text))
    if (!record) return refuse(404)
    const listed = [...voyages.values()].filter((voyage) => isListed(voyage, record.id))
    return Response.json(below === undefined ? record : listed)
  }
}

describe('records that refer to an owner are listed below that owner only', () => {
  it.each<readonly [string, string, (voyage: Voyage, sailor: number) => boolean, readonly string[]]>([
    ['accepts records below their own owner', 'voyages', ({ sailorId }, sailor) => sailorId === sailor, []],
    ['reports all records below each owner', 'voyages', () => true, ['hierarchy']],
    [
      'accepts other records in a list with another name',
      'favourites',
      ({ sailorId }, sailor) => sailorId !== sailor,
      [],
    ],
  ])('%s', async (_, list, isListed, expected) => {
    const { findings } = await runContract({
      target: serve(isListed),
      document: documentOf(list),
      phases: ['stateful'],
    })
    const errors = findings.filter(({ severity }) => severity === 'error')
    expect([...new Set(errors.map(({ check }) => check))]).toEqual(expected)
  })

  it.each<readonly [string, object]>([
    ['if that is their only list', {}],
    ['if there is a list of all records, too', { get: answer(200, { type: 'array', items: ref('Voyage') }) }],
  ])('reports records that are missing below their owner, %s', async (_, all) => {
    const { findings } = await runContract({
      target: serve(() => false),
      document: documentOf('voyages', 'made', all),
      phases: ['stateful'],
    })
    const errors = findings.filter(({ severity }) => severity === 'error')
    expect(errors.map(({ check, operation }) => `${check} ${operation}`)).toEqual([
      'created-listed GET /sailors/{sailorId}/voyages',
    ])
  })

  it('reports records of one existing owner that are listed below another', async () => {
    const document = documentOf('voyages', 'given')
    const target = serve(() => true)
    const { findings } = await runContract({ target, document, phases: ['stateful'] })
    expect(findings.map(({ check }) => check)).toContain('hierarchy')
  })
})
