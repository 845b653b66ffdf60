import { expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'

const text = { type: 'string' }
const json = (schema: object): object => ({ content: { 'application/json': { schema } } })
const line = { type: 'object', required: ['text'], properties: { text } }
const document = {
  openapi: '3.0.4',
  info: { title: 'Lines', version: '1' },
  paths: {
    '/lines': {
      get: {
        parameters: [{ name: 'offset', in: 'query', schema: { type: 'integer', minimum: 0 } }],
        responses: { 200: { description: 'Lines', ...json({ type: 'array', items: line }) } },
      },
      post: { requestBody: { required: true, ...json(line) }, responses: { 201: { description: 'Added' } } },
    },
  },
}

it('reads pages of a fixed size to the last one', async () => {
  const lines = Array.from({ length: 100 }, (_, index) => ({ text: `line ${String(index)}` }))
  const { findings } = await runContract({
    document,
    phases: ['stateful'],
    async target(request: Request) {
      if (request.method === 'POST') {
        const sent = (await request.json()) as Partial<(typeof lines)[number]>
        if (typeof sent.text !== 'string') return new Response(null, { status: 400 })
        lines.push({ text: sent.text })
        return new Response(null, { status: 201 })
      }
      if (!/GET|HEAD/.test(request.method)) return new Response(null, { status: 405 })
      const offset = Number(new URL(request.url).searchParams.get('offset') ?? 0)
      return Response.json(lines.slice(offset, offset + 20))
    },
  })
  expect(findings).toEqual([])
})
