import { expect, it } from 'vitest'
import { answers, body, check, empty } from '../support/code-first-api.ts'

it('has no finding where nothing is found for an id in a body that no response has told', async () => {
  const chosen = { type: 'object', properties: { Id: { type: 'integer' } } }
  const { responses } = answers(200, chosen) as { responses: Record<string, object> }
  const post = { ...body(chosen), responses: { 200: responses['200'] } }
  const { findings } = await check({ '/taxes/remove': { post } }, ({ body: sent }) =>
    Object.hasOwn(sent, 'Id') ? empty(404) : Response.json({}),
  )
  expect(findings.filter((each) => each.startsWith('valid-accepted'))).toEqual([])
})
