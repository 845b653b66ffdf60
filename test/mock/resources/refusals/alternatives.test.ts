import { describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, json, list, text } from '../document-parts.ts'

const open = (properties: object): object => ({ type: 'object', properties })
const stub = open({
  id: { ...text, readOnly: true },
  file: { ...text, description: 'Mutually exclusive with `url`.' },
  url: text,
  match: open({ path: { ...text, description: 'Cannot be used together with `pattern`.' }, pattern: text }),
})
const query = (name: string, more: object): object => ({ name, in: 'query', ...more })
const document = {
  openapi: '3.1.0',
  info: { title: 'Stubs', version: '1' },
  paths: {
    '/stubs': {
      get: {
        parameters: [
          query('since', { schema: { ...text, default: '2030' }, description: 'Not used with `day`.' }),
          query('day', { schema: text, description: 'Cannot be combined with `since`.' }),
        ],
        ...answer(200, list(stub)),
      },
      post: {
        requestBody: json(stub),
        responses: { 201: { description: 'Made', ...json(stub) }, 422: { description: 'Refused' } },
      },
    },
    '/stubs/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
      get: answer(200, stub),
      patch: {
        requestBody: json(stub),
        responses: { 200: { description: 'Changed', ...json(stub) }, 422: { description: 'Refused' } },
      },
    },
  },
}
const stubs = async (): Promise<Send> =>
  clientOf(await createMock({ document, world: 'empty', selfCheck: true }))

describe('properties that exclude each other by their descriptions', () => {
  it('are refused together, naming one of them', async () => {
    const send = await stubs()
    const refused = await send('POST', '/stubs', { file: 'a', url: 'b' })
    expect(refused).toMatchObject({ status: 422 })
    expect(JSON.stringify(refused)).toContain('file and url exclude each other')
  })

  it('are refused together in an object within the body', async () => {
    const send = await stubs()
    expect(await send('POST', '/stubs', { match: { path: 'a', pattern: 'b' } })).toMatchObject({
      status: 422,
    })
  })

  it('are accepted alone, also where a change sends one and the record has the other', async () => {
    const send = await stubs()
    expect(await send('POST', '/stubs', { id: 's1', file: 'a', match: { path: 'a' } })).toMatchObject({
      status: 201,
    })
    const { body } = await send('GET', '/stubs')
    const [{ id }] = body as readonly [{ readonly id: string }]
    expect(await send('PATCH', `/stubs/${id}`, { url: 'b' })).toMatchObject({ status: 200 })
  })
})

describe('query parameters that exclude each other', () => {
  it('are refused together', async () => {
    const send = await stubs()
    expect(await send('GET', '/stubs?since=2031&day=monday')).toMatchObject({ status: 400 })
  })

  it('are accepted alone, whatever the default of the other', async () => {
    const send = await stubs()
    expect(await send('GET', '/stubs?day=monday')).toMatchObject({ status: 200 })
    expect(await send('GET', '/stubs?since=2031')).toMatchObject({ status: 200 })
  })
})

describe('one of several properties that is needed by their descriptions', () => {
  it('has to be sent', async () => {
    const contact = open({
      email: { ...text, description: 'Either `email` or `phone` must be provided.' },
      phone: text,
      name: text,
    })
    const created = { responses: { 201: { description: 'Made', ...json(contact) } } }
    const send = clientOf(
      await createMock({
        document: {
          openapi: '3.1.0',
          info: { title: 'Contacts', version: '1' },
          paths: { '/contacts': { post: { requestBody: json(contact), ...created } } },
        },
        selfCheck: true,
      }),
    )
    const refused = await send('POST', '/contacts', { name: 'Kim' })
    expect(refused).toMatchObject({ status: 400 })
    expect(JSON.stringify(refused)).toContain('One of email and phone is needed.')
    expect(await send('POST', '/contacts', { phone: '+1' })).toMatchObject({ status: 201 })
  })
})
