import { describe, expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { createMock } from '../../../../../mock/index.ts'
import { answer, at, gone, kept, sent, text } from '../../../support/document-parts.ts'

const customer = {
  type: 'object',
  required: ['id'],
  properties: { id: { ...text, readOnly: true }, name: text },
}

const documentWith = (description: string): object => {
  const properties = {
    street: { ...text, minLength: 2 },
    isDefault: { type: 'boolean', default: false, description },
  }
  const sentAddress = { type: 'object', required: ['street'], properties }
  const address = {
    ...sentAddress,
    required: ['id', 'street', 'isDefault'],
    properties: { id: { ...text, readOnly: true }, ...properties },
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Customers', version: '1' },
    paths: {
      '/customers': kept(customer),
      '/customers/{customerId}': { ...at('customerId'), get: answer(200, customer), delete: gone },
      '/customers/{customerId}/addresses': {
        ...at('customerId'),
        get: answer(200, { type: 'array', items: address }),
        post: { operationId: 'add', ...sent(sentAddress), ...answer(201, address) },
      },
      '/customers/{customerId}/addresses/{id}': {
        ...at('customerId', 'id'),
        get: answer(200, address),
        put: { operationId: 'change', ...sent(sentAddress), ...answer(200, address) },
        delete: gone,
      },
    },
  }
}

type Address = { readonly id: string; readonly isDefault: boolean }

/** What is found of a service, whose addresses keep the flag that another one gets by a method. */
async function findingsOf(description: string, keptAfter = 'none'): Promise<readonly string[]> {
  const document = documentWith(description)
  const mock = await createMock({ document, world: 'empty' })
  const marked = new Set<string>()
  let keeps = false
  const { findings } = await runContract({
    document,
    only: 'stateful/customers-addresses/sole-flag',
    async target(request: Request) {
      const response = await mock.fetch(request)
      const shown: unknown = response.status < 204 ? await response.clone().json() : undefined
      if (!request.url.includes('/addresses') || shown === undefined || Array.isArray(shown)) return response
      const { id, isDefault } = shown as Address
      keeps ||= request.method === keptAfter && isDefault && marked.size > 0
      if (isDefault) marked.add(id)
      return Response.json({ ...shown, isDefault: isDefault || (keeps && marked.has(id)) }, response)
    },
  })
  return findings.map(({ check, operation, message }) => `${check} ${operation}: ${message}`)
}

describe('a flag that one record of each owner has', () => {
  it.each([
    'A customer has one default address.',
    'Only one address of a customer can be the default.',
    'Whether this is the default address. Setting it takes it from the others.',
    'The default address; unsets the previous one.',
  ])('is taken from the record that had it: %s', async (description) => {
    expect(await findingsOf(description)).toEqual([])
    expect(await findingsOf(description, 'POST')).toEqual([
      expect.stringMatching(/^aggregate add: .*one record of .* has isDefault after POST/),
    ])
  })

  it('is taken by an update, too', async () => {
    expect(await findingsOf('A customer has one default address.', 'PUT')).toEqual([
      expect.stringMatching(/^aggregate change: .*has isDefault after PUT with isDefault = true/),
    ])
  })

  it('is not judged where the document does not say so', async () => {
    expect(await findingsOf('Whether it is offered first.', 'POST')).toEqual([])
  })
})
