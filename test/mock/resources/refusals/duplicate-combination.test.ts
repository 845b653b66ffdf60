import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, json, list, object, text } from '../document-parts.ts'

/** Seats at the tables of rooms, which are kept by that rule. */
async function seats(rule: string): Promise<Send> {
  const sent = object({ room: text, table: text })
  const seat = object({ id: { ...text, readOnly: true }, room: text, table: text })
  const post = {
    description: rule,
    requestBody: json(sent),
    responses: { 201: { description: 'Made', ...json(seat) }, 422: { description: 'Refused' } },
  }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Seats', version: '1' },
    paths: {
      '/seats': { get: answer(200, list(seat)), post },
      '/seats/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        get: answer(200, seat),
        put: {
          requestBody: json(sent),
          responses: { 200: { description: 'Done', ...json(seat) }, 422: { description: 'Refused' } },
        },
      },
    },
  }
  return clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
}

const statuses = async (send: Send): Promise<readonly number[]> => {
  const bodies = ['a', 'b', 'a'].map((table) => ({ room: 'hall', table }))
  const statuses: number[] = []
  for (const body of bodies) statuses.push((await send('POST', '/seats', body)).status)
  return statuses
}

it('a record with the same combination of values is refused where the document says so', async () => {
  const send = await seats('422 if the combination of `room` and `table` is taken.')
  expect(await statuses(send)).toEqual([201, 201, 422])
})

it('it is accepted elsewhere', async () => {
  expect(await statuses(await seats('422 if the table is too small.'))).toEqual([201, 201, 201])
})

it('a record may not be given the combination of another one where it must be unique', async () => {
  const send = await seats('The combination of `room` and `table` must be unique (422).')
  await send('POST', '/seats', { room: 'hall', table: 'a' })
  const { id } = (await send('POST', '/seats', { room: 'hall', table: 'b' })).body as { id: string }
  const changed = async (table: string): Promise<number> =>
    (await send('PUT', `/seats/${id}`, { room: 'hall', table })).status
  expect([await changed('a'), await changed('b'), await changed('c')]).toEqual([422, 200, 200])
})

it('a name that must be unique within a record above may be used below another one', async () => {
  const dish = object({ id: { ...text, readOnly: true }, name: text })
  const post = {
    description: 'The name must be unique within the menu.',
    requestBody: json(object({ name: text })),
    responses: { 201: { description: 'Made', ...json(dish) }, 409: { description: 'Conflict' } },
  }
  const menu = object({ id: { ...text, readOnly: true }, title: text })
  const below = { parameters: [{ name: 'menuId', in: 'path', required: true, schema: text }] }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Menus', version: '1' },
    paths: {
      '/menus': {
        get: answer(200, list(menu)),
        post: { requestBody: json(object({ title: text })), ...answer(201, menu) },
      },
      '/menus/{menuId}': { ...below, get: answer(200, menu) },
      '/menus/{menuId}/dishes': {
        ...below,
        get: answer(200, list(dish)),
        post,
      },
    },
  }
  const send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
  const menuNamed = async (title: string): Promise<string> =>
    ((await send('POST', '/menus', { title })).body as { id: string }).id
  const [lunch, dinner] = [await menuNamed('Lunch'), await menuNamed('Dinner')]
  const add = async (id: string): Promise<number> =>
    (await send('POST', `/menus/${id}/dishes`, { name: 'Soup' })).status
  expect([await add(lunch), await add(lunch), await add(dinner)]).toEqual([201, 409, 201])
})
