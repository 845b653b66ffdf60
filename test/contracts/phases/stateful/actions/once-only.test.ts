import { describe, expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { answer, at, gone, listOf, sent, text } from '../../../support/document-parts.ts'

const rental = {
  type: 'object',
  required: ['id', 'tool', 'returned_at'],
  properties: {
    id: { ...text, readOnly: true },
    tool: text,
    returned_at: { anyOf: [{ ...text, format: 'date-time' }, { type: 'null' }], readOnly: true },
  },
}
const documentWith = (description: string): object => ({
  openapi: '3.1.0',
  info: { title: 'Rentals', version: '1' },
  paths: {
    '/rentals': { get: listOf(rental), post: { ...sent(rental), ...answer(201, rental) } },
    '/rentals/{id}': { ...at('id'), get: answer(200, rental), delete: gone },
    '/rentals/{id}/return': {
      ...at('id'),
      post: { description, ...answer(200, rental, { 409: { description: 'Conflict' } }) },
    },
  },
})

interface Rental {
  readonly id: string
  readonly tool: unknown
  readonly returned_at: string | null
}

/** Keeps rentals; refuses to take one back twice, unless it is repeatable. */
function rentals(isRepeatable: boolean): (request: Request) => Promise<Response> {
  const all = new Map<string, Rental>()
  let last = 0
  return async (request) => {
    const [, , id, action] = new URL(request.url).pathname.split('/')
    const body: unknown = request.method === 'POST' && !action ? await request.json().catch(() => 0) : {}
    if (id === undefined && request.method === 'GET') return Response.json([...all.values()])
    if (id === undefined) {
      const tool = Object.entries(Object(body)).find(([name]) => name === 'tool')?.[1]
      if (typeof tool !== 'string') return new Response(null, { status: 400 })
      const made = { id: String(++last), tool, returned_at: null }
      all.set(made.id, made)
      return Response.json(made, { status: 201 })
    }
    const one = all.get(id)
    if (!one) return new Response(null, { status: 404 })
    if (request.method === 'GET') return Response.json(one)
    if (request.method === 'DELETE') {
      all.delete(id)
      return new Response(null, { status: 204 })
    }
    if (one.returned_at !== null && !isRepeatable) return new Response(null, { status: 409 })
    const returned = { ...one, returned_at: new Date().toISOString() }
    all.set(id, returned)
    return Response.json(returned)
  }
}

async function findingsOf(description: string, isRepeatable: boolean): Promise<readonly string[]> {
  const document = documentWith(description)
  const { findings } = await runContract({
    document,
    phases: ['stateful'],
    target: rentals(isRepeatable),
  })
  return findings.filter(({ check }) => check === 'states').map(({ message }) => message)
}

const once = [
  'Give the tool back. Answers 409 if it has been returned already.',
  'Returning it twice is a 409.',
  'A rental that was returned before is refused with 409.',
]

describe('an action that is possible only once, as its description says', () => {
  it.each(once)('is reported if it is accepted twice: %s', async (description) => {
    expect(await findingsOf(description, true)).toEqual([
      expect.stringContaining('expected POST in state returned_at = a time to be refused; got 200'),
    ])
  })

  it('has no finding if it is refused, or if the description does not say so', async () => {
    expect(await findingsOf(once[0] ?? '', false)).toEqual([])
    expect(await findingsOf('Give the tool back.', true)).toEqual([])
  })
})
