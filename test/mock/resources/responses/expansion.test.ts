import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import type { JsonObject } from '../../../../spec/json.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, json, list, object, ref, text } from '../document-parts.ts'

interface Identified {
  readonly id: string
}

/** Tasks whose owners are embedded if `expand` asks for them, with this description of the embedded records. */
async function tasks(name: string, description = ''): Promise<Send> {
  const id = { name: 'id', in: 'path', required: true, schema: text }
  const expand = { name, in: 'query', schema: { type: 'array', items: { ...text, enum: ['owner', 'team'] } } }
  const task = object({ id: text, ownerId: text, teamId: text })
  const document = {
    openapi: '3.1.0',
    info: { title: 'Tasks', version: '1' },
    paths: {
      ...Object.fromEntries(
        ['owner', 'team'].flatMap((each) => [
          [`/${each}s`, { get: answer(200, list(ref(each))) }],
          [`/${each}s/{id}`, { parameters: [id], get: answer(200, ref(each)) }],
        ]),
      ),
      '/tasks': {
        get: answer(200, list(ref('Task'))),
        post: { requestBody: json(object({ ownerId: text, teamId: text })), ...answer(201, ref('Task')) },
      },
      '/tasks/{id}': { parameters: [id], get: { parameters: [expand], ...answer(200, ref('Task')) } },
    },
    components: {
      schemas: {
        owner: object({ id: text, name: text }),
        team: object({ id: text, motto: text }),
        Task: {
          ...task,
          properties: {
            ...(task as { readonly properties: object }).properties,
            owner: { allOf: [ref('owner')], description },
            team: { allOf: [ref('team')], description },
          },
        },
      },
    },
  }
  return clientOf(await createMock({ document, selfCheck: true }))
}

it.each(['expand', 'expand[]', '$expand', 'include'])(
  'records are embedded if %s asks for them',
  async (name) => {
    const send = await tasks(name)
    const [first] = (await send('GET', '/tasks')).body as unknown as readonly { readonly id: string }[]
    const at = async (query: string): Promise<JsonObject> =>
      (await send('GET', `/tasks/${first?.id ?? ''}${query}`)).body as JsonObject
    expect(Object.keys(await at(''))).toEqual(['id', 'ownerId', 'teamId'])
    const { owner, ownerId, ...others } = await at(`?${encodeURIComponent(name)}=owner`)
    expect(owner).toMatchObject({ id: ownerId })
    expect(others).not.toHaveProperty('team')
  },
)

it('they are in no other response if their description says so', async () => {
  const others = async (description?: string): Promise<readonly JsonObject[]> =>
    (await (await tasks('expand', description))('GET', '/tasks')).body as unknown as readonly JsonObject[]
  expect((await others('Only with `expand=owner`.'))[0]).not.toHaveProperty('owner')
  expect((await others())[0]).toHaveProperty('owner')
})

it('ids that records may replace stay ids unless the request asks for the records', async () => {
  const id = { name: 'id', in: 'path', required: true, schema: text }
  const expand = { name: 'expand[]', in: 'query', schema: list(text) }
  const owner = { anyOf: [text, ref('Owner')] }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Tasks', version: '1' },
    paths: {
      '/owners': { get: answer(200, list(ref('Owner'))) },
      '/tasks': {
        get: {
          parameters: [expand, { name: 'owner', in: 'query', schema: text }],
          ...answer(200, object({ data: list(ref('Task')) })),
        },
        post: { requestBody: json(object({ owner: text })), ...answer(201, ref('Task')) },
      },
      '/tasks/{id}': { parameters: [id], get: { parameters: [expand], ...answer(200, ref('Task')) } },
    },
    components: { schemas: { Owner: object({ id: text, name: text }), Task: object({ id: text, owner }) } },
  }
  const send = clientOf(await createMock({ document, selfCheck: true }))
  const [first] = (await send('GET', '/owners')).body as unknown as readonly Identified[]
  const ownerId = first?.id ?? ''
  const { body: task } = await send('POST', '/tasks', { owner: ownerId })
  expect(task).toMatchObject({ owner: ownerId })
  const taskId = (task as unknown as Identified).id
  const { body: shown } = await send('GET', `/tasks/${taskId}?${encodeURIComponent('expand[]')}=owner`)
  expect(shown).toMatchObject({ id: taskId, owner: first })
  const { body: found } = await send('GET', `/tasks?owner=${ownerId}`)
  expect((found as JsonObject)['data']).toContainEqual(task)
  const { body: all } = await send('GET', `/tasks?${encodeURIComponent('expand[]')}=data.owner`)
  expect((all as JsonObject)['data']).toContainEqual({ id: taskId, owner: first })
})
