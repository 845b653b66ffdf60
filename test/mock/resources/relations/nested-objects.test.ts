import { describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import type { Json, JsonObject } from '../../../../spec/json.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, integer, json, list, object, text } from '../document-parts.ts'

const number = { type: 'number' }
const article = { $ref: '#/components/schemas/Article' }
const crud = (name: string, sent: object, shown: object): object => ({
  [`/${name}`]: {
    get: answer(200, list(shown)),
    post: { requestBody: json(sent), ...answer(201, shown) },
  },
  [`/${name}/{id}`]: {
    parameters: [{ name: 'id', in: 'path', required: true, schema: integer }],
    get: answer(200, shown),
    put: { requestBody: json(sent), ...answer(200, shown) },
  },
})

/** An API whose orders have lines with fewer properties in requests than in responses. */
async function orders(): Promise<Send> {
  const line = object({ id: integer, article, quantity: integer, unitPrice: number })
  const label = object({ article, printed: text })
  const sent = {
    lines: list(object({ articleId: integer, quantity: integer })),
    label: object({ articleId: integer }),
  }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Orders', version: '1' },
    paths: {
      ...crud('articles', object({ name: text, price: number }), article),
      ...crud(
        'orders',
        { type: 'object', properties: sent },
        object({ id: integer, lines: list(line), label }),
      ),
    },
    components: { schemas: { Article: object({ id: integer, name: text, price: number }) } },
  }
  return clientOf(await createMock({ document, selfCheck: true }))
}

const linesOf = (order: Json | undefined): readonly JsonObject[] =>
  (order as JsonObject)['lines'] as unknown as readonly JsonObject[]

describe('nested objects of a record', () => {
  it('show records that exist', async () => {
    const send = await orders()
    const articles = (await send('GET', '/articles')).body
    const all = (await send('GET', '/orders')).body as unknown as readonly JsonObject[]
    const shown = all.flatMap((order) => [...linesOf(order), order['label'] as JsonObject])
    expect(shown.length).toBeGreaterThan(all.length)
    for (const record of shown) expect(articles).toContainEqual(record['article'])
  })

  it('keep what was sent, embed the records it refers to and generate the rest', async () => {
    const send = await orders()
    const [third, fourth] = [await send('GET', '/articles/3'), await send('GET', '/articles/4')]
    const created = await send('POST', '/orders', {
      lines: [
        { articleId: 3, quantity: 7 },
        { articleId: 4, quantity: 1 },
      ],
      label: { articleId: 4 },
    })
    expect(created).toMatchObject({ status: 201, body: { label: { article: fourth.body } } })
    expect(linesOf(created.body)).toMatchObject([
      { article: third.body, quantity: 7 },
      { article: fourth.body, quantity: 1 },
    ])
    expect(Object.keys(linesOf(created.body)[0] ?? {})).toEqual(['id', 'article', 'quantity', 'unitPrice'])
  })

  it('have ids of their own', async () => {
    const send = await orders()
    const lines = Array.from({ length: 20 }, (_, index) => ({ articleId: 3, quantity: index }))
    const createdLines = linesOf((await send('POST', '/orders', { lines })).body)
    expect(createdLines.map(({ quantity }) => quantity)).toEqual(lines.map(({ quantity }) => quantity))
    expect(new Set(createdLines.map(({ id }) => id)).size).toBe(20)
  })

  it('are replaced as a whole', async () => {
    const send = await orders()
    const changed = await send('PUT', '/orders/1', { lines: [{ articleId: 5, quantity: 9 }] })
    expect(linesOf(changed.body)).toMatchObject([{ article: { id: 5 }, quantity: 9 }])
  })
})
