import { describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf } from '../../../mock/client.ts'
import { json, text } from '../../../mock/resources/document-parts.ts'

const statusOf = async (responses: object): Promise<number> => {
  const document = {
    openapi: '3.0.3',
    info: { title: 'Lamps', version: '1' },
    paths: { '/lamps/reset': { put: { responses } } },
  }
  return (await clientOf(await createMock({ document, selfCheck: true }))('PUT', '/lamps/reset')).status
}
const bare = { description: 'Done' }
const shown = { description: 'Done', ...json({ type: 'object', properties: { at: text } }) }

describe('the response to a success', () => {
  it('is a 204 rather than a 200 without content', async () => {
    expect(await statusOf({ 200: bare, 204: bare })).toBe(204)
  })

  it('is a 201 with content rather than a 200 without', async () => {
    expect(await statusOf({ 200: bare, 201: shown })).toBe(201)
  })

  it('is a 200 with content', async () => {
    expect(await statusOf({ 200: shown, 204: bare })).toBe(200)
  })
})
