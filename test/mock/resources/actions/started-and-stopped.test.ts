import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf } from '../../client.ts'
import { answer, collection, json, list, object, ref, text } from '../document-parts.ts'

const at = (parameter: string): object => ({ name: parameter, in: 'path', required: true, schema: text })

/** Pumps that run or not, with a schedule of their own, and the runs of sites, which have a path below these as well. */
const document = {
  openapi: '3.0.3',
  info: { title: 'Pumps', version: '1' },
  paths: {
    '/pumps': collection('Pump', object({ name: text })),
    '/pumps/{id}': { parameters: [at('id')], get: answer(200, ref('Pump')) },
    ...Object.fromEntries(
      ['start', 'stop'].map((action) => [
        `/pumps/{id}/${action}`,
        { parameters: [at('id')], post: answer(204) },
      ]),
    ),
    '/pumps/{id}/schedule': {
      parameters: [at('id')],
      put: { requestBody: json(ref('Schedule')), ...answer(200, ref('Pump')) },
    },
    '/sites': collection('Site', object({ name: text })),
    '/sites/{siteId}': { parameters: [at('siteId')], get: answer(200, ref('Site')) },
    '/runs/{runId}': { parameters: [at('runId')], get: answer(200, ref('Run')) },
    '/sites/{siteId}/runs': {
      parameters: [at('siteId')],
      get: answer(200, list(ref('Run'))),
      post: { requestBody: json(object({ name: text })), ...answer(201, ref('Run')) },
    },
    '/sites/{siteId}/runs/{runId}': {
      parameters: [at('siteId'), at('runId')],
      get: answer(200, ref('Run')),
    },
    '/sites/{siteId}/runs/{runId}/cancel': {
      parameters: [at('siteId'), at('runId')],
      post: { responses: { 201: { description: 'Created', ...json(ref('Run')) } } },
    },
  },
  components: {
    schemas: {
      Schedule: object({ from: text, to: text }),
      Pump: object({
        id: text,
        name: text,
        status: { ...text, enum: ['active', 'idle'] },
        schedule: ref('Schedule'),
      }),
      Site: object({ id: text, name: text }),
      Run: object({
        id: text,
        site_id: text,
        name: text,
        state: { ...text, enum: ['running', 'cancelled'] },
      }),
    },
  },
}

it('what can be started is idle at first, and again once it is stopped', async () => {
  const send = clientOf(await createMock({ document, selfCheck: true }))
  const { id, status } = (await send('POST', '/pumps', { name: 'Well' })).body as Readonly<
    Record<string, string>
  >
  expect(status).toBe('idle')
  const after = async (action: string): Promise<unknown> => {
    await send('POST', `/pumps/${String(id)}/${action}`)
    return (await send('GET', `/pumps/${String(id)}`)).body
  }
  expect(await after('start')).toMatchObject({ status: 'active' })
  expect(await after('stop')).toMatchObject({ status: 'idle' })
})

it('PUT at the path of an object in a record replaces it', async () => {
  const send = clientOf(await createMock({ document, selfCheck: true }))
  const { id } = (await send('POST', '/pumps', { name: 'Well' })).body as { readonly id: string }
  const schedule = { from: '06:00', to: '07:30' }
  expect((await send('PUT', `/pumps/${id}/schedule`, schedule)).body).toMatchObject({
    name: 'Well',
    schedule,
  })
  expect((await send('GET', `/pumps/${id}`)).body).toMatchObject({ schedule })
})

it('an action at another path of a record is on that record, though its response is "Created"', async () => {
  const send = clientOf(await createMock({ document, selfCheck: true }))
  const site = (await send('POST', '/sites', { name: 'Quarry' })).body as { readonly id: string }
  const run = (await send('POST', `/sites/${site.id}/runs`, { name: 'Night' })).body as {
    readonly id: string
  }
  const cancelled = { ...run, state: 'cancelled' }
  expect((await send('POST', `/sites/${site.id}/runs/${run.id}/cancel`)).body).toEqual(cancelled)
  expect((await send('GET', `/runs/${run.id}`)).body).toEqual(cancelled)
  expect((await send('GET', `/sites/${site.id}/runs`)).body).toEqual([cancelled])
})
