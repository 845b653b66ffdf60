import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../../resources/document-parts.ts'

const item = object({ id: integer, name: text })
const invalid = { 422: { description: 'Validation Error', ...json(ref('Invalid')) } }
const schemas = { Invalid: object({ detail: list(object({ loc: list(text), msg: text })) }) }

interface Ids {
  readonly create: string
  readonly read: string
}

/** Items whose operations have these ids, without errors but for some that all operations with input have. */
const sending = async ({ create, read }: Ids, added: object = {}): Promise<Send> => {
  const responding = (status: number): object => ({
    responses: { ...(answer(status, item) as { readonly responses: object }).responses, ...added },
  })
  const parameters = [{ name: 'id', in: 'path', required: true, schema: integer }]
  const document = {
    openapi: '3.1.0',
    info: { title: 'Items', version: '1' },
    components: { schemas },
    paths: {
      '/items': {
        get: { operationId: read.replace(/[a-z]+$/i, 'list'), ...answer(200, list(item)) },
        post: {
          operationId: create,
          requestBody: { required: true, ...json(object({ name: text })) },
          ...responding(201),
        },
      },
      '/items/{id}': {
        get: { operationId: read, parameters, ...responding(200) },
        delete: { operationId: read.replace(/[a-z]+$/i, 'destroy'), parameters, ...responding(200) },
      },
    },
  }
  return clientOf(await createMock({ document }))
}

it('answers 404 where the framework declares a status for invalid input only', async () => {
  const send = await sending({ create: 'createItem', read: 'readItem' }, invalid)
  expect(await send('GET', '/items/99')).toMatchObject({
    status: 404,
    body: { detail: 'There is no item 99.' },
  })
  expect(await send('GET', '/items/x')).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['path', 'id'] }] },
  })
})

it('tells errors as controllers do, where operations are named after controllers', async () => {
  const send = await sending({ create: 'ItemsController_create', read: 'ItemsController_read' })
  expect((await send('GET', '/items/99')).body).toEqual({
    message: 'There is no item 99.',
    error: 'Not Found',
    statusCode: 404,
  })
  expect((await send('POST', '/items', {})).body).toMatchObject({
    message: [expect.stringContaining('name')],
    error: 'Bad Request',
    statusCode: 400,
  })
})

it('tells errors as views do, where operations are named after actions of views', async () => {
  const send = await sending({ create: 'items_create', read: 'items_retrieve' })
  expect((await send('GET', '/items/99')).body).toEqual({ detail: 'There is no item 99.' })
  expect((await send('POST', '/items', {})).body).toEqual({ name: [expect.any(String)] })
})
