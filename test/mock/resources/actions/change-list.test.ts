import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import type { JsonObject } from '../../../../spec/json.ts'
import { clientOf } from '../../client.ts'
import { answer, collection, json, list, object, ref, text } from '../document-parts.ts'

const nullable = (node: object): object => ({ ...node, nullable: true })

/** Greenhouses with beds, tags, a gardener, and an alarm that is switched on and off. */
const document = {
  openapi: '3.0.3',
  info: { title: 'Greenhouses', version: '1' },
  paths: {
    '/greenhouses': collection('Greenhouse', object({ name: text })),
    '/greenhouses/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
      get: answer(200, ref('Greenhouse')),
    },
    ...Object.fromEntries(
      Object.entries({
        'add-bed': object({ label: text }),
        'remove-bed': object({ label: text }),
        'add-tag': object({ tag: text }),
        'remove-tag': object({ tag: text }),
        'add-to-site': object({ site: text }),
        'remove-from-site': undefined,
        'enable-alarm': undefined,
        'disable-alarm': undefined,
        'reset-access-key': undefined,
      }).map(([action, body]) => [
        `/greenhouses/{id}/${action}`,
        {
          parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
          post: { ...(body && { requestBody: json(body) }), ...answer(204) },
        },
      ]),
    ),
    '/sites': collection('Site', object({ name: text })),
    '/sites/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
      get: answer(200, ref('Site')),
    },
  },
  components: {
    schemas: {
      Greenhouse: object({
        id: text,
        name: text,
        beds: list(object({ label: text, sensor: text })),
        tags: list(text),
        site: nullable(object({ id: text, name: text })),
        alarm_enabled: { type: 'boolean' },
        access_key: text,
      }),
      Site: object({ id: text, name: text }),
    },
  },
}

const opened = async (): Promise<{
  readonly act: (action: string, body?: JsonObject) => Promise<unknown>
  readonly send: ReturnType<typeof clientOf>
}> => {
  const send = clientOf(await createMock({ document, selfCheck: true }))
  const { id } = (await send('POST', '/greenhouses', { name: 'North' })).body as { readonly id: string }
  const act = async (action: string, body?: JsonObject): Promise<unknown> => {
    expect((await send('POST', `/greenhouses/${id}/${action}`, body)).status).toBe(204)
    return (await send('GET', `/greenhouses/${id}`)).body
  }
  return { act, send }
}

it('an action that is named for it adds an object to a list, with what it must have, and another one removes it', async () => {
  const { act } = await opened()
  await act('add-bed', { label: 'Herbs' })
  expect(await act('add-bed', { label: 'Tomatoes' })).toMatchObject({
    beds: [
      { label: 'Herbs', sensor: expect.any(String) as string },
      { label: 'Tomatoes', sensor: expect.any(String) as string },
    ],
  })
  expect(await act('remove-bed', { label: 'Herbs' })).toMatchObject({ beds: [{ label: 'Tomatoes' }] })
})

it('an action that is named for it adds a text to a list once, and another one removes it', async () => {
  const { act } = await opened()
  await act('add-tag', { tag: 'warm' })
  await act('add-tag', { tag: 'south' })
  expect(await act('add-tag', { tag: 'south' })).toMatchObject({ tags: ['warm', 'south'] })
  expect(await act('remove-tag', { tag: 'warm' })).toMatchObject({ tags: ['south'] })
})

it('an action adds a record to another one by its id or its name, and shows it, until it is removed from there', async () => {
  const { act, send } = await opened()
  const site = (await send('POST', '/sites', { name: 'Harbour' })).body as { readonly id: string }
  expect(await act('add-to-site', { site: site.id })).toMatchObject({ site })
  expect(await act('remove-from-site')).toMatchObject({ site: null })
  expect(await act('add-to-site', { site: 'Harbour' })).toMatchObject({ site })
})

it('what is enabled is told by a flag with its name before the state', async () => {
  const { act } = await opened()
  expect(await act('enable-alarm')).toMatchObject({ alarm_enabled: true })
  expect(await act('disable-alarm')).toMatchObject({ alarm_enabled: false })
})

it('an action that resets a key makes a new one each time', async () => {
  const { act } = await opened()
  const keys = new Set<unknown>()
  for (let turn = 0; turn < 3; turn += 1)
    keys.add(((await act('reset-access-key')) as { readonly access_key: string }).access_key)
  expect(keys.size).toBe(3)
})
