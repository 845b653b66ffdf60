import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import type { JsonObject } from '../../../../spec/json.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, json, list, object, text } from '../document-parts.ts'

const article = { id: { type: 'integer' }, title: text, body: text }
const listing = async (item: object): Promise<Send> => {
  const document = {
    openapi: '3.1.0',
    info: { title: 'News', version: '1' },
    paths: {
      '/articles': {
        get: answer(200, list(item)),
        post: { requestBody: json(object({ title: text, body: text })), ...answer(201, object(article)) },
      },
      '/articles/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        get: answer(200, object(article)),
      },
    },
  }
  return clientOf(await createMock({ document, selfCheck: true }))
}

const listed = async (send: Send): Promise<JsonObject | undefined> => {
  const { body: created } = await send('POST', '/articles', { title: 'Storm', body: 'It blows.' })
  const { body: all } = await send('GET', '/articles')
  return (all as JsonObject[]).find(({ id }) => id === (created as JsonObject)['id'])
}

it('a list of summaries leaves out what only the whole record has', async () => {
  const send = await listing(object({ id: { type: 'integer' }, title: text }))
  const summary = await listed(send)
  expect(Object.keys(summary ?? {})).toEqual(['id', 'title'])
  const { body } = await send('GET', `/articles/${Number(summary?.['id'])}`)
  expect(body).toEqual({ ...summary, body: 'It blows.' })
})

it('a list whose items may have other properties shows them', async () => {
  const summary = { ...object({ id: { type: 'integer' }, title: text }), additionalProperties: true }
  expect(await listed(await listing(summary))).toMatchObject({ body: 'It blows.' })
})

it('a list shows the ids of its records, even if its schema does not have them', async () => {
  expect(await listed(await listing(object({ title: text })))).toMatchObject({ title: 'Storm' })
})
