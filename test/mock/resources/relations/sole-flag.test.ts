import { beforeEach, describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, json, list, object, ref, text } from '../document-parts.ts'

const flag = { type: 'boolean' }
const at = (...names: readonly string[]): object => ({
  parameters: names.map((name) => ({ name, in: 'path', required: true, schema: text })),
})
const sent = { requestBody: json({ type: 'object', properties: { city: text, isDefault: flag } }) }
const document = {
  openapi: '3.1.0',
  info: { title: 'Customers', version: '1' },
  paths: {
    '/customers': {
      get: answer(200, list(ref('Customer'))),
      post: { requestBody: json(object({ name: text })), ...answer(201, ref('Customer')) },
    },
    '/customers/{customerId}': { ...at('customerId'), get: answer(200, ref('Customer')) },
    '/customers/{customerId}/addresses': {
      ...at('customerId'),
      get: { summary: 'Addresses, the default one first', ...answer(200, list(ref('Address'))) },
      post: { ...sent, ...answer(201, ref('Address')) },
    },
    '/customers/{customerId}/addresses/{addressId}': {
      ...at('customerId', 'addressId'),
      get: answer(200, ref('Address')),
      patch: { ...sent, ...answer(200, ref('Address')) },
    },
  },
  components: {
    schemas: {
      Customer: object({ id: { ...text, readOnly: true }, name: text }),
      Address: object({
        id: { ...text, readOnly: true },
        city: text,
        isDefault: { ...flag, default: false },
      }),
    },
  },
}

type Address = { readonly id: string; readonly isDefault: boolean }

describe('one of the records below another is the default', () => {
  let send: Send
  let customers: readonly { readonly id: string }[]
  const defaultsOf = async (index: number): Promise<readonly string[]> => {
    const { body } = await send('GET', `/customers/${customers[index]?.id ?? ''}/addresses`)
    return (body as readonly Address[]).flatMap(({ id, isDefault }) => (isDefault ? [id] : []))
  }

  beforeEach(async () => {
    send = clientOf(await createMock({ document, selfCheck: true }))
    customers = (await send('GET', '/customers')).body as typeof customers
  })

  it('in the data that a mock starts with', async () => {
    expect(await defaultsOf(0)).toHaveLength(1)
    expect(await defaultsOf(1)).toHaveLength(1)
  })

  it('and comes first in a list that is described so', async () => {
    const { body } = await send('GET', `/customers/${customers[0]?.id ?? ''}/addresses`)
    const { id } = (await send('POST', `/customers/${customers[0]?.id ?? ''}/addresses`, { isDefault: true }))
      .body as Address
    const after = (await send('GET', `/customers/${customers[0]?.id ?? ''}/addresses`)).body
    expect((after as readonly Address[])[0]?.id).toBe(id)
    expect(after).toHaveLength((body as readonly Address[]).length + 1)
  })

  it('and no other one is, once another one has been made the default', async () => {
    const path = `/customers/${customers[0]?.id ?? ''}/addresses`
    const others = await defaultsOf(1)
    const created = (await send('POST', path, { city: 'Oslo', isDefault: true })).body as Address
    expect(await defaultsOf(0)).toEqual([created.id])
    const second = (await send('POST', path, { city: 'Bergen' })).body as Address
    await send('PATCH', `${path}/${second.id}`, { isDefault: true })
    expect(await defaultsOf(0)).toEqual([second.id])
    expect(await defaultsOf(1)).toEqual(others)
  })
})
