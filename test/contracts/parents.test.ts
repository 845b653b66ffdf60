import { expect, it } from 'vitest'
import { runContract } from '../../contracts/index.ts'

const list = (properties: object): object => ({
  '200': {
    description: 'ok',
    content: { 'application/json': { schema: { type: 'array', items: { type: 'object', properties } } } },
  },
})
const document = {
  openapi: '3.0.4',
  info: { title: 'Trips', version: '1' },
  paths: {
    '/trips': {
      get: {
        operationId: 'listTrips',
        responses: list({ id: { type: 'string' }, name: { type: 'string' } }),
      },
    },
    '/trips/{tripId}/stops': {
      get: {
        operationId: 'listStops',
        parameters: [{ name: 'tripId', in: 'path', required: true, schema: { type: 'string' } }],
        responses: list({ name: { type: 'string' } }),
      },
    },
  },
}

it('a list below records that can only be listed is asked for below one of them', async () => {
  const found: string[] = []
  const target = (request: Request): Response => {
    const { pathname } = new URL(request.url)
    if (pathname === '/trips') return Response.json([{ id: 'north', name: 'To the north' }])
    if (pathname !== '/trips/north/stops') return Response.json({ message: 'no such trip' }, { status: 404 })
    found.push(request.method)
    return Response.json([{ name: 'Narvik' }])
  }
  const { findings, summary } = await runContract({ target, document })
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([])
  expect(summary.covered).toBe(2)
  expect(found).toContain('GET')
})
