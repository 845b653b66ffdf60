import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'

const parameter = (name: string): object => ({ name, in: 'query', schema: text })
const id = { name: 'id', in: 'path', required: true, schema: integer }

/** Buoys in regions, whose state has a label in responses alone. */
const document = {
  openapi: '3.1.0',
  info: { title: 'Buoys', version: '1' },
  paths: {
    '/buoys': {
      get: {
        parameters: ['status', 'region_id', 'name__ic', 'name__isw', 'name__iew', 'name__n'].map(parameter),
        ...answer(200, list(ref('Buoy'))),
      },
      post: {
        requestBody: json(
          object({ name: text, status: { ...text, enum: ['afloat', 'adrift'] }, region: integer }),
        ),
        ...answer(201, ref('Buoy')),
      },
    },
    '/buoys/{id}': {
      parameters: [id],
      get: answer(200, ref('Buoy')),
      patch: {
        requestBody: json({
          type: 'object',
          properties: { status: { ...text, enum: ['afloat', 'adrift'] } },
        }),
        ...answer(200, ref('Buoy')),
      },
    },
    '/regions': {
      get: answer(200, list(ref('Region'))),
      post: { requestBody: json(object({ name: text })), ...answer(201, ref('Region')) },
    },
    '/regions/{id}': { parameters: [id], get: answer(200, ref('Region')) },
  },
  components: {
    schemas: {
      Buoy: object({
        id: integer,
        name: text,
        status: object({
          label: { ...text, enum: ['Afloat', 'Lost'] },
          value: { ...text, enum: ['afloat', 'adrift'] },
        }),
        region: object({ id: integer, name: text }),
      }),
      Region: object({ id: integer, name: text }),
    },
  },
}

it('a value has the label in the same place, in records that were there, created and changed', async () => {
  const send = clientOf(await createMock({ document, selfCheck: true }))
  const labels: Readonly<Record<string, string>> = { afloat: 'Afloat', adrift: 'Lost' }
  type Buoy = { readonly id: number; readonly status: { readonly label: string; readonly value: string } }
  for (const { status } of (await send('GET', '/buoys')).body as readonly Buoy[])
    expect(status.label).toBe(labels[status.value])
  const [region] = (await send('GET', '/regions')).body as readonly [{ readonly id: number }]
  const made = await send('POST', '/buoys', { name: 'Kilo', status: 'adrift', region: region.id })
  expect(made.body).toMatchObject({ status: { label: 'Lost', value: 'adrift' }, region })
  const { id } = made.body as Buoy
  expect((await send('PATCH', `/buoys/${String(id)}`, { status: 'afloat' })).body).toMatchObject({
    status: { label: 'Afloat', value: 'afloat' },
  })
})

it('a list is filtered by labelled values, ids written as text, and operators in short', async () => {
  const send = clientOf(await createMock({ document, selfCheck: true }))
  const region = (await send('POST', '/regions', { name: 'Baltic' })).body as { readonly id: number }
  const other = (await send('POST', '/regions', { name: 'Biscay' })).body as { readonly id: number }
  for (const [name, status, { id }] of [
    ['Kilometre 1', 'adrift', region],
    ['Kilometre 2', 'afloat', other],
    ['Wreck at Kilo', 'afloat', other],
  ] as const)
    await send('POST', '/buoys', { name, status, region: id })
  const named = async (query: string): Promise<readonly string[]> =>
    ((await send('GET', `/buoys?${query}`)).body as readonly { readonly name: string }[])
      .map(({ name }) => name)
      .filter((name) => name.includes('Kilo'))
  expect(await named('status=adrift')).toEqual(['Kilometre 1'])
  expect(await named(`region_id=${String(other.id)}`)).toEqual(['Kilometre 2', 'Wreck at Kilo'])
  expect(await named('name__ic=METRE')).toEqual(['Kilometre 1', 'Kilometre 2'])
  expect(await named('name__isw=kilo')).toEqual(['Kilometre 1', 'Kilometre 2'])
  expect(await named('name__iew=kilo')).toEqual(['Wreck at Kilo'])
  expect(await named('name__n=Wreck%20at%20Kilo')).toEqual(['Kilometre 1', 'Kilometre 2'])
})
