import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'

const at = (name: string): object => ({ parameters: [{ name, in: 'path', required: true, schema: integer }] })
const document = {
  openapi: '3.1.0',
  info: { title: 'Boards', version: '1' },
  paths: {
    '/columns': {
      get: answer(200, list(ref('Column'))),
      post: { requestBody: json(object({ title: text })), ...answer(201, ref('Column')) },
    },
    '/columns/{columnId}': { ...at('columnId'), get: answer(200, ref('Column')) },
    '/columns/{columnId}/cards': {
      ...at('columnId'),
      get: answer(200, list(ref('Card'))),
      post: { requestBody: json(object({ title: text })), ...answer(201, ref('Card')) },
    },
    '/cards/{cardId}': {
      ...at('cardId'),
      patch: {
        requestBody: json({ type: 'object', properties: { position: integer } }),
        ...answer(200, ref('Card')),
      },
    },
  },
  components: {
    schemas: {
      Column: object({ id: integer, title: text, cards: list(ref('Card')) }),
      Card: object({ id: integer, columnId: integer, title: text, position: integer }),
    },
  },
}

it('a record shows those that belong to it in the order of their positions', async () => {
  const send = clientOf(await createMock({ document, selfCheck: true }))
  const { id } = (await send('POST', '/columns', { title: 'To do' })).body as { readonly id: number }
  const cards = ['a', 'b', 'c'].map(
    async (title) => (await send('POST', `/columns/${id}/cards`, { title })).body,
  )
  const [first, , last] = (await Promise.all(cards)) as unknown as readonly {
    readonly id: number
    readonly position: number
  }[]
  await send('PATCH', `/cards/${last?.id ?? 0}`, { position: first?.position ?? 0 })
  const { body } = await send('GET', `/columns/${id}`)
  expect(
    (body as { readonly cards: readonly { readonly title: string }[] }).cards.map(({ title }) => title),
  ).toEqual(['c', 'a', 'b'])
})
