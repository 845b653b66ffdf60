import { describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, collection, json, object, ref, text } from '../document-parts.ts'

const open = async (created: object, status: object): Promise<Send> => {
  const changed = { ...text, enum: ['brewing', 'served'] }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Teas', version: '1' },
    paths: {
      '/teas': collection('Tea', { type: 'object', properties: { status: created } }),
      '/teas/{teaId}': {
        parameters: [{ name: 'teaId', in: 'path', required: true, schema: text }],
        get: answer(200, ref('Tea')),
        patch: {
          requestBody: json({ type: 'object', properties: { status: changed } }),
          ...answer(200, ref('Tea')),
        },
      },
    },
    components: { schemas: { Tea: object({ id: text, status }) } },
  }
  return clientOf(await createMock({ document, selfCheck: true }))
}

describe('states that only a change of the record names', () => {
  it('are those of seeded records', async () => {
    const send = await open({ ...text, enum: ['brewing', 'served'] }, text)
    const teas = (await send('GET', '/teas')).body as readonly { readonly status: string }[]
    expect(teas.filter(({ status }) => !['brewing', 'served'].includes(status))).toEqual([])
  })

  it('are not all if a creation takes any text', async () => {
    const send = await open(text, text)
    expect((await send('POST', '/teas', { status: 'spilt' })).body).toMatchObject({ status: 'spilt' })
  })
})
