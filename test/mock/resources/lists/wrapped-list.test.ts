import { describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'

const query = (name: string, schema: object = text): object => ({ name, in: 'query', schema })
const records = (name: string, ...parameters: readonly object[]): object => ({
  [`/${name}`]: {
    get: {
      parameters: [query('_count', integer), query('_offset', integer), query('_id'), ...parameters],
      ...answer(200, ref(`${name}Bundle`)),
    },
    post: { requestBody: json(ref(name)), ...answer(201, ref(name)) },
  },
  [`/${name}/{id}`]: {
    get: {
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
      ...answer(200, ref(name)),
    },
  },
})
const bundle = (name: string): object => ({
  type: 'object',
  required: ['total'],
  properties: {
    total: integer,
    link: list(object({ relation: text, url: text })),
    entry: list({ type: 'object', properties: { fullUrl: text, resource: ref(name) } }),
  },
})
const record = (properties: object): object => ({
  type: 'object',
  properties: { id: text, ...properties },
})
const document = {
  openapi: '3.1.0',
  info: { title: 'Stud book', version: '1' },
  paths: {
    ...records('Horse', query('family'), query('sex')),
    ...records('Measurement', query('horse'), query('code')),
  },
  components: {
    schemas: {
      HorseBundle: bundle('Horse'),
      MeasurementBundle: bundle('Measurement'),
      Horse: record({
        sex: text,
        name: list(record({ family: text })),
        meta: {
          type: 'object',
          properties: { versionId: text, lastUpdated: { type: 'string', format: 'date-time' } },
        },
      }),
      Measurement: record({
        subject: { type: 'object', properties: { reference: text } },
        code: { type: 'object', properties: { coding: list(record({ system: text, code: text })) } },
      }),
    },
  },
}
interface Bundle {
  readonly total: number
  readonly link?: readonly { readonly relation: string; readonly url: string }[]
  readonly entry: readonly { readonly fullUrl: string; readonly resource: { readonly id: string } }[]
}
const sendTo = async (): Promise<Send> => {
  const send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
  for (const [family, sex] of [
    ['Hannover', 'mare'],
    ['Trakehner', 'stallion'],
    ['Haflinger', 'mare'],
  ])
    await send('POST', '/Horse', { name: [{ family: family ?? '' }], sex: sex ?? '' })
  return send
}
const get = async (send: Send, target: string): Promise<Bundle> =>
  (await send('GET', target)).body as unknown as Bundle

describe('lists whose items hold the records', () => {
  it('show those that were created, with their URLs', async () => {
    const { total, entry } = await get(await sendTo(), '/Horse')
    expect(total).toBe(3)
    for (const { fullUrl, resource } of entry) expect(fullUrl).toMatch(new RegExp(`/Horse/${resource.id}$`))
  })

  it('have pages, with links in an array', async () => {
    const { total, entry, link = [] } = await get(await sendTo(), '/Horse?_count=2')
    expect([total, entry.length]).toEqual([3, 2])
    expect(link.find(({ relation }) => relation === 'next')?.url).toMatch(/\/Horse\?_count=2&_offset=2$/)
    expect(link.some(({ relation }) => relation === 'previous')).toBe(false)
  })

  it.each([
    ['/Horse?sex=mare', 2],
    ['/Horse?family=ha', 2],
    ['/Horse?family=nobody', 0],
  ])('%s finds %d', async (target, count) => {
    expect((await get(await sendTo(), target)).total).toBe(count)
  })

  it.each(['horse=horse-1', 'horse=Horse/horse-1', 'code=hr', 'code=urn:x%7Chr'])(
    'are searched by references and codes: %s',
    async (search) => {
      const send = await sendTo()
      const coded = (code: string): { coding: { system: string; code: string }[] } => ({
        coding: [{ system: 'urn:x', code }],
      })
      await send('POST', '/Measurement', { subject: { reference: 'Horse/horse-1' }, code: coded('hr') })
      await send('POST', '/Measurement', { subject: { reference: 'Horse/horse-2' }, code: coded('wt') })
      expect((await get(send, `/Measurement?${search}`)).total).toBe(1)
    },
  )
})

it('the server sets the version and the time of the last change among the metadata', async () => {
  const { body } = await (await sendTo())('GET', '/Horse/horse-1')
  expect(body).toMatchObject({ meta: { versionId: '1', lastUpdated: expect.any(String) } })
})
