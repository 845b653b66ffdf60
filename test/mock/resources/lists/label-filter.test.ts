import { describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, integer, json, list, object, text } from '../document-parts.ts'

const key = {
  ...object({ id: integer, name: text }),
  properties: {
    id: integer,
    name: text,
    labels: { type: 'object', additionalProperties: text },
    tags: list(text),
  },
}
const query = (name: string): object => ({ name, in: 'query', schema: text })
const document = {
  openapi: '3.1.0',
  info: { title: 'Keys', version: '1' },
  paths: {
    '/keys': {
      get: { parameters: [query('label_selector'), query('tag_name')], ...answer(200, list(key)) },
      post: { requestBody: json(key), ...answer(201, key) },
    },
  },
}
const keys = [
  { id: 1, name: 'one', labels: { env: 'prod', tier: 'web' }, tags: ['old', 'spare'] },
  { id: 2, name: 'two', labels: { env: 'dev' }, tags: ['spare'] },
  { id: 3, name: 'three', labels: {}, tags: [] },
]
const found = async (send: Send, name: string, value: string): Promise<readonly number[]> => {
  const { body } = await send('GET', `/keys?${name}=${encodeURIComponent(value)}`)
  return (body as unknown as readonly { id: number }[]).map(({ id }) => id)
}
const sendTo = async (): Promise<Send> => {
  const send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
  for (const each of keys) await send('POST', '/keys', each)
  return send
}

describe('label selectors', () => {
  it.each([
    ['env=prod', [1]],
    ['env==dev', [2]],
    ['env!=prod', [2, 3]],
    ['env', [1, 2]],
    ['!env', [3]],
    ['env in (prod, dev),!tier', [2]],
    ['env notin (prod,dev)', [3]],
    ['env=prod,tier=db', []],
  ])('%s', async (selector, expected) => {
    expect(await found(await sendTo(), 'label_selector', selector)).toEqual(expected)
  })
})

it('the name of a tag finds the records that have it', async () => {
  const send = await sendTo()
  expect(await found(send, 'tag_name', 'spare')).toEqual([1, 2])
  expect(await found(send, 'tag_name', 'old')).toEqual([1])
})
