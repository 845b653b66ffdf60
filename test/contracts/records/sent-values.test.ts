import { expect, it } from 'vitest'
import { describeApi } from '../../../contracts/api/api.ts'
import { plainDraft } from '../../../contracts/draft.ts'
import { sentRecord, untouchedBy } from '../../../contracts/records/sent-values.ts'
import type { JsonObject } from '../../../spec/json.ts'
import { loadDocument } from '../../../spec/load.ts'
import { operationsOf } from '../../../spec/operations.ts'
import { findingsOf } from '../support/post-and-read.ts'

const text = { type: 'string', minLength: 1, maxLength: 40 }
const content = (schema: object): object => ({ 'application/json': { schema } })
const refused = { '4XX': { description: 'Refused' } }

/** A server is asked for by the names of things, and shows the things. */
const record = {
  type: 'object',
  required: ['id', 'name', 'location', 'region'],
  additionalProperties: false,
  properties: {
    id: { type: 'integer' },
    name: text,
    location: { type: 'object', required: ['city'], properties: { city: { type: 'string' } } },
    labels: { type: 'object', additionalProperties: { type: 'string' } },
    region: { type: 'string', enum: ['eu', 'us'] },
    size: { type: 'string', enum: ['small', 'large'] },
  },
}
const request = {
  type: 'object',
  required: ['name', 'location'],
  additionalProperties: false,
  properties: {
    name: text,
    location: text,
    labels: { type: 'object', maxProperties: 5 },
    region: { type: ['string', 'null'], enum: ['eu', 'us', null] },
    size: { type: 'string', enum: ['small', 'large', 'best'] },
  },
}
const document = {
  openapi: '3.1.0',
  info: { title: 'Servers', version: '1' },
  paths: {
    '/servers': {
      post: {
        requestBody: { required: true, content: content(request) },
        responses: { '201': { description: 'Made', content: content(record) }, ...refused },
      },
    },
    '/servers/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { responses: { '200': { description: 'Fine', content: content(record) }, ...refused } },
    },
  },
}

type Sent = Readonly<Record<'name' | 'location' | 'region' | 'size', string>> & {
  readonly labels?: Readonly<Record<string, unknown>>
}

const shownOf = ({ name, location, labels, region, size }: Sent): object => ({
  name,
  location: { city: `Near ${location}` },
  region: region ?? 'eu',
  ...(labels && {
    labels: Object.fromEntries(Object.entries(labels).map(([key, value]) => [key, String(value)])),
  }),
  ...(size && { size: size === 'best' ? 'large' : size }),
})

it('does not expect values back in a form that the record has no property for', async () => {
  expect(await findingsOf(document, (sent) => shownOf(sent as Sent))).toEqual([])
})

it.each(['name', 'region', 'size'] as const)(
  'reports a lost %s whose schema allows the sent value in the response',
  async (property) => {
    const findings = await findingsOf(document, (sent) => ({
      ...shownOf(sent as Sent),
      [property]: property === 'name' ? 'other' : property === 'region' ? 'us' : 'small',
    }))
    expect(findings).toHaveLength(1)
    expect(findings[0]).toMatch(new RegExp(`^created-readable: .*expected ${property} = `))
  },
)

const price = {
  anyOf: [
    { type: 'number', multipleOf: 0.01 },
    { type: 'string', pattern: '^[0-9]{1,3}[.][0-9]{2}$' },
  ],
}
const goods = {
  type: 'object',
  required: ['name'],
  properties: {
    id: { type: 'integer', readOnly: true },
    name: text,
    price,
    parts: { type: 'array', items: text },
  },
}
const shop = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/goods': {
      post: {
        requestBody: { required: true, content: content(goods) },
        responses: { '201': { description: 'Made', content: content(goods) }, ...refused },
      },
    },
    '/goods/{id}': {
      parameters: [
        { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
        { name: '$expand', in: 'query', schema: { type: 'array', items: { enum: ['*', 'parts'] } } },
      ],
      get: { responses: { '200': { description: 'Fine', content: content(goods) }, ...refused } },
    },
  },
}
const goodsAs = (
  { name, price: sentPrice }: Readonly<Record<string, unknown>>,
  isRaised: boolean,
): object => ({
  name,
  ...(sentPrice !== undefined && { price: isRaised ? Number(sentPrice) + 1 : Number(sentPrice).toFixed(2) }),
})

it('accepts a number that is shown as a string, and properties that are shown on request only', async () => {
  expect(await findingsOf(shop, (sent) => goodsAs(sent, false))).toEqual([])
})

it('reports a different number', async () => {
  expect(await findingsOf(shop, (sent) => goodsAs(sent, true))).toEqual([
    expect.stringMatching(/^created-readable: .*expected price = /),
  ])
})

type Judged = Parameters<typeof sentRecord>

/** A request that changes a subscription, which is sent by one schema and shown by another. */
async function changing(
  method: 'put' | 'patch',
  request: object,
  shown: object,
): Promise<(value: JsonObject) => Judged> {
  const responses = { '200': { description: 'Fine', content: content(shown) } }
  const subscription = {
    get: { responses },
    [method]: { requestBody: { required: true, content: content(request) }, responses },
  }
  const api = describeApi(
    await loadDocument({
      openapi: '3.1.0',
      info: { title: 'Subscription', version: '1' },
      paths: { '/subscription': subscription },
    }),
  )
  const [resource] = api.model.resources
  const change = operationsOf(api.document).operations.find((each) => each.method !== 'GET')
  const role = resource?.operations.find(({ operationId }) => operationId === change?.id)
  const mediaType = change?.requestBody?.content[0]
  if (!resource || !role || !change || !mediaType)
    throw new Error('The document has no operation that changes.')
  return (value) => {
    const body = { kind: 'value', mediaType, value } as const
    return [api, resource, role, { ...plainDraft(change, { path: {}, bindings: [] }), body }]
  }
}

/** What is expected back of a subscription that was put. */
async function expectedBack(request: object, shown: object): Promise<(value: JsonObject) => object> {
  const put = await changing('put', request, shown)
  return (value) => sentRecord(...put(value))
}

it('does not expect null for a property that may not be null, which only another branch of the schema lets through', async () => {
  const branch = (name: string): object => ({ type: 'object', properties: { channel: text, [name]: text } })
  const shown = { type: 'object', properties: { channel: text, clientId: text, deviceId: text } }
  const sent = await expectedBack({ oneOf: [branch('clientId'), branch('deviceId')] }, shown)
  expect(sent({ channel: 'news', clientId: null, deviceId: 'd1' })).toEqual({
    channel: 'news',
    deviceId: 'd1',
  })
  expect(sent({ channel: 'news', clientId: 'c1' })).toEqual({ channel: 'news', clientId: 'c1' })
})

it('does not expect an empty text back where there is a default, as Go and others take it for a missing one', async () => {
  const named = (driver: object): object => ({
    type: 'object',
    properties: { driver: { type: 'string', ...driver }, note: { type: 'string' } },
  })
  const sent = await expectedBack(named({ default: 'bridge' }), named({}))
  expect(sent({ driver: '', note: '' })).toEqual({ note: '' })
  expect(sent({ driver: 'host', note: 'x' })).toEqual({ driver: 'host', note: 'x' })
})

it('accepts a value that is shown within a part of the record which the document does not describe', async () => {
  const hidden = { ...record, additionalProperties: true, required: ['id'] }
  const paths = structuredClone(document.paths)
  for (const each of [paths['/servers'].post, paths['/servers/{id}'].get])
    Object.assign(each.responses, {
      [each === paths['/servers'].post ? '201' : '200']: { description: 'Fine', content: content(hidden) },
    })
  const showing = async (change: object): Promise<readonly string[]> =>
    findingsOf({ ...document, paths }, ({ name, region, size, labels }) => ({
      meta: { name, region, size, labels, ...change },
    }))
  expect(await showing({})).toEqual([])
  expect(await showing({ name: 'another' })).toEqual([
    expect.stringMatching(/^created-readable: .*expected name/),
  ])
})

it('accepts a text that is shown within a part, where its own place holds what it stands for', async () => {
  const inspected = {
    type: 'object',
    required: ['id', 'image'],
    properties: {
      id: { type: 'integer' },
      image: { type: 'string' },
      config: { type: 'object', properties: { image: { type: 'string' } } },
    },
  }
  const sent = { type: 'object', required: ['image'], properties: { image: text } }
  const paths = structuredClone(document.paths)
  paths['/servers'].post.requestBody.content = content(sent)
  Object.assign(paths['/servers'].post.responses, {
    '201': { description: 'Made', content: content(inspected) },
  })
  Object.assign(paths['/servers/{id}'].get.responses, {
    '200': { description: 'Fine', content: content(inspected) },
  })
  const showing = async (shown: (image: unknown) => object): Promise<readonly string[]> =>
    findingsOf({ ...document, paths }, ({ image }) => ({ image: 'sha256:31d2', ...shown(image) }))
  expect(await showing((image) => ({ config: { image } }))).toEqual([])
  expect(await showing(() => ({}))).toEqual([expect.stringMatching(/^created-readable: .*expected image/)])
})

it('does not expect a list back as it was sent if the request adds to it or removes from it, too', async () => {
  const texts = { type: 'array', items: text }
  const shown = { type: 'object', properties: { note: text, scopes: texts } }
  const lists = { scopes: texts, add_scopes: texts, removeScopes: texts }
  const sent = await expectedBack({ type: 'object', properties: { note: text, ...lists } }, shown)
  expect(sent({ note: 'x', scopes: ['a'], add_scopes: ['b'] })).toEqual({ note: 'x' })
  expect(sent({ scopes: ['a'], removeScopes: ['a'] })).toEqual({})
  expect(sent({ note: 'x', scopes: ['a'] })).toEqual({ note: 'x', scopes: ['a'] })
  const patched = await changing('patch', { type: 'object', properties: { note: text, ...lists } }, shown)
  const before = { note: 'x', scopes: ['a'] }
  expect(untouchedBy(...patched({ add_scopes: ['b'] }), before)).toEqual({ note: 'x' })
})
