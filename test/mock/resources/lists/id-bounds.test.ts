import { beforeEach, describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'

const bound = (name: string, description: string, schema: object): object => ({
  name,
  in: 'query',
  description,
  schema,
})
const messages = (parameters: readonly object[], id: object): object => ({
  openapi: '3.1.0',
  info: { title: 'Messages', version: '1' },
  paths: {
    '/messages': {
      get: {
        parameters: [bound('limit', 'Maximum number of results.', integer), ...parameters],
        responses: {
          200: {
            description: 'OK',
            headers: { Link: { schema: text } },
            content: { 'application/json': { schema: list(ref('Message')) } },
          },
        },
      },
      post: { requestBody: json(object({ text })), ...answer(201, ref('Message')) },
    },
    '/messages/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: id }],
      get: answer(200, ref('Message')),
    },
  },
  components: {
    schemas: {
      Message: object({
        id: { ...id, readOnly: true },
        text,
        created_at: { type: 'string', format: 'date-time', readOnly: true },
      }),
    },
  },
})

let send: Send
const start = async (document: object): Promise<void> => {
  send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
  for (const each of ['a', 'b', 'c', 'd', 'e']) await send('POST', '/messages', { text: each })
}
const texts = async (query = ''): Promise<readonly string[]> =>
  ((await send('GET', `/messages${query}`)).body as unknown as readonly { text: string }[]).map(
    (each) => each.text,
  )
const idOf = async (wanted: string): Promise<string> => {
  const all = (await send('GET', '/messages')).body as unknown as readonly { id: string; text: string }[]
  return all.find((each) => each.text === wanted)?.id ?? ''
}

describe('a list that is bounded from above by an id', () => {
  beforeEach(async () =>
    start(
      messages(
        [
          bound('max_id', 'All results returned will be lesser than this ID.', text),
          bound('since_id', 'All results returned will be greater than this ID.', text),
          bound('min_id', 'Returns results immediately newer than this ID.', text),
        ],
        text,
      ),
    ),
  )

  it('has the newest records first', async () => {
    expect(await texts()).toEqual(['e', 'd', 'c', 'b', 'a'])
  })

  it('goes on after the record with the id', async () => {
    expect(await texts(`?limit=2&max_id=${await idOf('d')}`)).toEqual(['c', 'b'])
  })

  it('shows the newest ones since an id, or those next to it', async () => {
    expect(await texts(`?limit=2&since_id=${await idOf('b')}`)).toEqual(['e', 'd'])
    expect(await texts(`?limit=2&min_id=${await idOf('b')}`)).toEqual(['d', 'c'])
  })
})

it('ids that are numbers are in the link to the next page', async () => {
  await start(messages([bound('since_id', 'Restrict results to after the specified ID.', integer)], integer))
  expect(await texts(`?since_id=${await idOf('c')}`)).toEqual(['d', 'e'])
  const { header } = await send('GET', '/messages?limit=2')
  expect(header('link')).toBe(`</messages?limit=2&since_id=${await idOf('b')}>; rel="next"`)
})
