import { beforeEach, describe, expect, it } from 'vitest'
import { createMock } from '../../../../../mock/index.ts'
import { clientOf, type Answer, type Send } from '../../../client.ts'
import { answer, collection, integer, list, object, ref, text } from '../../document-parts.ts'

const path = (name: string) => ({ name, in: 'path', required: true, schema: text })
const uri = { ...text, format: 'uri' }
const time = { type: ['string', 'null'], format: 'date-time' }
const found = { description: 'Found', headers: { Location: { schema: uri } } }
const document = {
  openapi: '3.1.0',
  info: { title: 'Short links', version: '1' },
  paths: {
    '/links': collection('Link', {
      type: 'object',
      required: ['longUrl'],
      properties: { longUrl: uri, code: text, expiresAt: time },
    }),
    '/links/{id}': { parameters: [path('id')], get: answer(200, ref('Link')) },
    '/links/{id}/pause': { parameters: [path('id')], post: answer(200, ref('Link')) },
    '/links/{id}/visits': { parameters: [path('id')], get: answer(200, list(ref('Visit'))) },
    '/{code}': {
      parameters: [path('code')],
      get: {
        responses: {
          301: found,
          404: { description: 'There is no such link' },
          410: { description: 'The link is paused, or it has expired' },
        },
      },
    },
    '/files': collection('File', object({ name: text, downloadUrl: uri, iconUrl: uri })),
    '/files/{id}': { parameters: [path('id')], get: answer(200, ref('File')) },
    '/files/{id}/download': { parameters: [path('id')], get: { responses: { 302: found } } },
  },
  components: {
    schemas: {
      Link: object({
        id: { ...text, readOnly: true },
        code: text,
        longUrl: uri,
        state: { enum: ['active', 'paused'] },
        visitCount: { ...integer, readOnly: true },
        lastVisitedAt: { ...time, readOnly: true },
        expiresAt: time,
      }),
      Visit: object({ id: text, at: { ...text, format: 'date-time' } }),
      File: object({ id: { ...text, readOnly: true }, name: text, downloadUrl: uri, iconUrl: uri }),
    },
  },
}

const page = 'https://trails.example/long/way'
const at = '2030-01-02T03:04:05.000Z'

describe('a redirection to where a record points', () => {
  let send: Send
  let id: string
  beforeEach(async () => {
    send = clientOf(await createMock({ document, selfCheck: true, now: at }))
    id = ((await send('POST', '/links', { longUrl: page, code: 'way' })).body as { id: string }).id
  })
  const follow = async (code = 'way'): Promise<Answer> => send('GET', `/${code}`)
  const link = async () => (await send('GET', `/links/${id}`)).body

  it('has the URL of the record with that key', async () => {
    const { status, header } = await follow()
    expect([status, header('Location')]).toEqual([301, page])
  })

  it('is refused where there is no such record', async () => {
    expect((await follow('nowhere')).status).toBe(404)
  })

  it('is counted, with the time of the last one', async () => {
    expect(await link()).toMatchObject({ visitCount: 0, lastVisitedAt: null })
    await follow()
    await follow()
    expect(await link()).toMatchObject({ visitCount: 2, lastVisitedAt: at })
  })

  it('is listed below the record', async () => {
    await follow()
    expect((await send('GET', `/links/${id}/visits`)).body).toMatchObject([{ at }])
  })

  it('is refused in a state that the document names', async () => {
    await send('POST', `/links/${id}/pause`)
    expect((await follow()).status).toBe(410)
    expect(await link()).toMatchObject({ visitCount: 0 })
  })

  it('is refused once the record has expired', async () => {
    await send('POST', '/links', { longUrl: page, code: 'old', expiresAt: '2029-01-01T00:00:00Z' })
    expect((await follow('old')).status).toBe(410)
  })

  it('has the URL that the path names', async () => {
    const file = { name: 'map', downloadUrl: page, iconUrl: 'https://trails.example/icon' }
    const created = (await send('POST', '/files', file)).body as { id: string }
    expect((await send('GET', `/files/${created.id}/download`)).header('Location')).toBe(page)
  })
})
