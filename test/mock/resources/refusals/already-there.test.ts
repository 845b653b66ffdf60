import { beforeEach, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { coursesDocument, orRefused } from '../courses-document.ts'
import { answer, integer, list, object, text } from '../document-parts.ts'

let send: Send
beforeEach(async () => {
  send = clientOf(await createMock({ document: coursesDocument, selfCheck: true }))
})

const course = async (title: string): Promise<number> => {
  const { body } = await send('POST', '/courses', { title, price_cents: 0 })
  return (body as { readonly id: number }).id
}
const enrol = async (id: number): ReturnType<Send> => send('POST', `/courses/${id}/enrollments`, {})

it('the current user, whom the server knows, is enrolled in a course only once', async () => {
  const [knots, sails] = [await course('Knots'), await course('Sails')]
  const statuses = [await enrol(knots), await enrol(sails), await enrol(knots)].map(({ status }) => status)
  expect(statuses).toEqual([201, 201, 409])
})

it('who has cancelled may enrol again', async () => {
  const knots = await course('Knots')
  const { body } = await enrol(knots)
  await send('POST', `/enrollments/${(body as { readonly id: number }).id}/cancel`)
  expect(await enrol(knots)).toMatchObject({ status: 201 })
})

it('who sends nothing may still have done so already', async () => {
  const vote = object({ id: integer, voter: text, user_id: integer })
  const parameters = [{ name: 'post_id', in: 'path', required: true, schema: integer }]
  const document = {
    ...coursesDocument,
    paths: {
      ...coursesDocument.paths,
      '/posts': { get: answer(200, list(object({ id: integer, title: text }))) },
      '/posts/{post_id}': { parameters, get: answer(200, object({ id: integer, title: text })) },
      '/posts/{post_id}/votes': {
        parameters,
        get: answer(200, list(vote)),
        post: orRefused(
          { description: '409 if you have voted for the post already.', ...answer(201, vote) },
          409,
        ),
      },
    },
  }
  const client = clientOf(await createMock({ document, selfCheck: true }))
  const votes = (await client('GET', '/posts/1/votes')).body as { user_id: number }[]
  const me = (await client('GET', '/me')).body as { id: number }
  const isFree = votes.every(({ user_id }) => user_id !== me.id)
  const first = await client('POST', '/posts/1/votes')
  expect(first.status).toBe(isFree ? 201 : 409)
  expect(await client('POST', '/posts/1/votes')).toMatchObject({ status: 409 })
})
