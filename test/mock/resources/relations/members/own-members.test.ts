import { beforeEach, expect, it } from 'vitest'
import { createMock } from '../../../../../mock/index.ts'
import { clientOf, type Send } from '../../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../../document-parts.ts'

const summary = { id: { ...integer, readOnly: true }, title: text }
const at = { parameters: [{ name: 'course_id', in: 'path', required: true, schema: integer }] }
const wish = { responses: { 204: { description: 'Done' }, 404: { description: 'There is none' } } }
const document = {
  openapi: '3.1.0',
  info: { title: 'Courses', version: '1' },
  paths: {
    '/me': { get: answer(200, object({ id: integer, name: text })) },
    '/courses': {
      get: answer(200, list(ref('Summary'))),
      post: { requestBody: json(object({ title: text })), ...answer(201, ref('Course')) },
    },
    '/courses/{course_id}': { ...at, get: answer(200, ref('Course')) },
    '/me/wishlist': { get: answer(200, object({ courses: list(ref('Summary')) })) },
    '/me/wishlist/{course_id}': { ...at, put: wish, delete: wish },
  },
  components: { schemas: { Summary: object(summary), Course: object({ ...summary, notes: text }) } },
}

let send: Send
let course: { readonly id: number }
beforeEach(async () => {
  send = clientOf(await createMock({ document, selfCheck: true }))
  course = (await send('POST', '/courses', { title: 'Knots' })).body as never
})
const wished = async (): Promise<readonly object[]> =>
  ((await send('GET', '/me/wishlist')).body as { readonly courses: readonly object[] }).courses

it('a user puts records on a list of their own, once, and takes them off', async () => {
  expect(await wished()).toEqual([])
  const path = `/me/wishlist/${course.id}`
  expect([(await send('PUT', path)).status, (await send('PUT', path)).status]).toEqual([204, 204])
  expect(await wished()).toEqual([{ id: course.id, title: 'Knots' }])
  expect(await send('DELETE', path)).toMatchObject({ status: 204 })
  expect(await send('DELETE', path)).toMatchObject({ status: 404 })
  expect(await wished()).toEqual([])
})

it('a list of own choice takes no record that does not exist', async () => {
  expect(await send('PUT', '/me/wishlist/99999')).toMatchObject({ status: 404 })
  expect(await wished()).toEqual([])
})
