import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf } from '../../client.ts'
import { answer, integer, json, list, object, text } from '../document-parts.ts'

/** The values of the seeded tasks, given the schemas of the value in responses and requests. */
async function seeded(shown: object, created: object, changed: object = {}): Promise<unknown[]> {
  const task = object({ id: integer, value: shown })
  const sent = (value: object): object => json({ type: 'object', properties: { value } })
  const document = {
    openapi: '3.1.0',
    info: { title: 'Tasks', version: '1' },
    paths: {
      '/tasks': { get: answer(200, list(task)), post: { requestBody: sent(created), ...answer(201, task) } },
      '/tasks/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: integer }],
        get: answer(200, task),
        patch: { requestBody: sent(changed), ...answer(200, task) },
      },
    },
  }
  const send = clientOf(await createMock({ document, selfCheck: true }))
  return ((await send('GET', '/tasks')).body as unknown as { value: unknown }[]).map(({ value }) => value)
}

it('seeded values stay within the limits of every request schema', async () => {
  const values = await seeded(
    integer,
    { ...integer, minimum: 1, maximum: 4 },
    { ...integer, minimum: 1, maximum: 3 },
  )
  expect(values.length).toBeGreaterThan(5)
  expect(values.filter((value) => ![1, 2, 3].includes(Number(value)))).toEqual([])
})

it('seeded states are not narrowed by the states requests can send', async () => {
  const state = { ...text, enum: ['open', 'closed', 'late'] }
  expect(new Set(await seeded(state, { ...text, enum: ['open'] })).size).toBe(3)
})

it('seeded values may exceed the request limits where the record schema requires it', async () => {
  const values = await seeded({ ...integer, minimum: 10 }, { ...integer, maximum: 4 })
  expect(values.every((value) => Number(value) >= 10)).toBe(true)
})
