import { expect, it } from 'vitest'
import { answers, check, empty, text } from '../support/code-first-api.ts'

const refused = { description: 'It always fails.' }

it('does not expect an operation that declares nothing but refusals to accept a request', async () => {
  const { findings } = await check({ '/error': { get: { responses: { 400: refused, 404: refused } } } }, () =>
    Response.json({ error: 'Not found' }, { status: 400 }),
  )
  expect(findings).toEqual([])
})

it('expects an operation that declares a success besides to accept a request', async () => {
  const { findings } = await check({ '/news': { get: answers(200, text) } }, () =>
    Response.json({ error: 'Not found' }, { status: 400 }),
  )
  expect(findings).toEqual([expect.stringMatching(/^valid-accepted: /)])
})

it('reports a HEAD that fails once', async () => {
  const { findings } = await check(
    { '/news': { get: answers(200, text) } },
    ({ method }) => (method === 'HEAD' ? empty(500) : method === 'GET' ? Response.json('News') : empty(405)),
    ['coverage', 'stateful'],
  )
  expect(findings.filter((line) => !line.startsWith('allow-on-405'))).toEqual([
    expect.stringMatching(/^server-error: /),
  ])
})
