import { expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { isJsonObject, type Json } from '../../../../../spec/json.ts'
import { answer, at, gone, kept, sent, text } from '../../../support/document-parts.ts'

const id = { ...text, readOnly: true }
const van = { type: 'object', required: ['id', 'name'], properties: { id, name: text } }
const status = { enum: ['open', 'in_progress', 'completed', 'cancelled'], readOnly: true }
const repair = {
  type: 'object',
  required: ['id', 'vanId', 'status'],
  properties: { id, vanId: text, status },
}
const conflict = { 409: { description: 'Conflict' } }
const action = (description: string): object => ({
  ...at('repairId'),
  post: { description, ...answer(200, repair, conflict) },
})

const document = {
  openapi: '3.1.0',
  info: { title: 'Repairs', version: '1' },
  paths: {
    '/vans': kept(van),
    '/vans/{vanId}': { ...at('vanId'), get: answer(200, van), delete: gone },
    '/repairs': {
      get: answer(200, { type: 'array', items: repair }),
      post: {
        ...sent({ type: 'object', required: ['vanId'], properties: { vanId: text } }),
        ...answer(201, repair, { 422: { description: 'There is no such van.' } }),
      },
    },
    '/repairs/{repairId}': { ...at('repairId'), get: answer(200, repair) },
    '/repairs/{repairId}/start': action('Only an open repair can be started.'),
    '/repairs/{repairId}/complete': action('Only a repair that is in progress can be completed.'),
    '/repairs/{repairId}/cancel': action('Only an open repair can be cancelled.'),
  },
}

interface Repair {
  readonly id: string
  readonly vanId: string
  readonly status: string
}

const allowed: Readonly<Record<string, string>> = { start: 'open', complete: 'in_progress', cancel: 'open' }
const left: Readonly<Record<string, string>> = {
  start: 'in_progress',
  complete: 'completed',
  cancel: 'cancelled',
}

/** What is found of repairs, of which each van has one at a time. */
async function findingsOf(defect?: readonly [action: string, from: string]): Promise<readonly string[]> {
  const vans = new Map<string, object>()
  const repairs = new Map<string, Repair>()
  let count = 0
  const refuse = (code: number): Response => new Response(null, { status: code })
  const act = (each: Repair, name: string): Response => {
    const isBusy = [...repairs.values()].some(
      (other) => other !== each && other.vanId === each.vanId && other.status === 'in_progress',
    )
    if (name === 'start' && isBusy) return refuse(409)
    const isWrong = defect?.[0] === name && defect[1] === each.status
    if (allowed[name] !== each.status && !isWrong) return refuse(409)
    const after = { ...each, status: left[name] ?? '' }
    repairs.set(each.id, after)
    return Response.json(after)
  }
  const { findings } = await runContract({
    document,
    phases: ['stateful'],
    async target(request: Request) {
      const [, kind, key = '', name] = new URL(request.url).pathname.split('/')
      const all: Map<string, object> = kind === 'vans' ? vans : repairs
      if (request.method === 'POST' && key === '') {
        const body = (await request.json().catch(() => undefined)) as Json | undefined
        const value = isJsonObject(body) ? body[kind === 'vans' ? 'name' : 'vanId'] : undefined
        if (typeof value !== 'string') return refuse(400)
        if (kind === 'repairs' && !vans.has(value)) return refuse(422)
        const made = `x${String((count += 1))}`
        const record =
          kind === 'vans' ? { id: made, name: value } : { id: made, vanId: value, status: 'open' }
        all.set(made, record)
        return Response.json(record, { status: 201 })
      }
      if (key === '') return Response.json([...all.values()])
      const record = all.get(key)
      if (!record) return refuse(404)
      if (request.method === 'DELETE') return all.delete(key) ? refuse(204) : refuse(404)
      const found = repairs.get(key)
      return name !== undefined && found ? act(found, name) : Response.json(record)
    },
  })
  return findings.map(({ check, operation, message }) => `${check} ${operation}: ${message}`)
}

it('has no finding for repairs of which a van has one at a time', async () => {
  expect(await findingsOf()).toEqual([])
})

it.each([
  ['start', 'completed'],
  ['complete', 'completed'],
])('reports that %s is taken from %s', async (name, from) => {
  expect(await findingsOf([name, from])).toContainEqual(
    expect.stringMatching(new RegExp(`${name}: .*in state status = ${from} to be refused`)),
  )
})
