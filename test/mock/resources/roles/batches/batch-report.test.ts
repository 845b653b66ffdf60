import { describe, expect, it } from 'vitest'
import { createMock } from '../../../../../mock/index.ts'
import { clientOf } from '../../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../../document-parts.ts'

const sent = object({ name: text })
const id = [{ name: 'id', in: 'path', required: true, schema: integer }]
const nullable = { type: ['string', 'null'] }
const refused = { 409: { description: 'The name is taken.' } }

const documentOf = (description: string): object => ({
  openapi: '3.1.0',
  info: { title: 'Jobs', version: '1' },
  paths: {
    '/jobs': {
      get: answer(200, list(ref('Job'))),
      post: {
        requestBody: json(sent),
        responses: { 201: { description: 'Created', ...json(ref('Job')) }, ...refused },
      },
    },
    '/jobs/{id}': { parameters: id, get: answer(200, ref('Job')) },
    '/jobs/{id}/cancel': {
      parameters: id,
      post: {
        description: 'Only an open job can be cancelled.',
        responses: { 200: { description: 'Done', ...json(ref('Job')) }, 409: { description: 'Refused' } },
      },
    },
    '/jobs/bulk': {
      post: {
        description,
        requestBody: json(object({ jobs: list(sent) })),
        responses: {
          200: {
            description: 'Done',
            ...json(
              object({
                succeeded: integer,
                failed: integer,
                results: list(
                  object({
                    index: integer,
                    status: integer,
                    job: { anyOf: [ref('Job'), { type: 'null' }] },
                    error: nullable,
                  }),
                ),
              }),
            ),
          },
          ...refused,
        },
      },
    },
    '/jobs/bulk-cancel': {
      post: {
        requestBody: json(object({ jobIds: list(integer) })),
        ...answer(200, object({ cancelled: list(integer), skipped: list(integer) })),
      },
    },
  },
  components: {
    schemas: {
      Job: object({
        id: integer,
        name: text,
        status: { enum: ['open', 'cancelled'], default: 'open', readOnly: true },
      }),
    },
  },
})

const clientFor = async (description = 'Creates jobs.'): Promise<ReturnType<typeof clientOf>> =>
  clientOf(await createMock({ document: documentOf(description), world: 'empty', selfCheck: true }))

describe('a batch whose response tells of each record', () => {
  const jobs = [{ name: 'A' }, { name: 'A' }, { name: 'B' }]

  it('creates those that are not refused', async () => {
    const send = await clientFor()
    const { status, body } = await send('POST', '/jobs/bulk', { jobs })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      succeeded: 2,
      failed: 1,
      results: [
        { index: 0, status: 201, job: { name: 'A' }, error: null },
        { index: 1, status: 409, job: null, error: expect.any(String) as string },
        { index: 2, status: 201, job: { name: 'B' } },
      ],
    })
    expect((await send('GET', '/jobs')).body).toHaveLength(2)
  })

  it('creates none if the document says so', async () => {
    const send = await clientFor('Creates all jobs or none.')
    expect((await send('POST', '/jobs/bulk', { jobs })).status).toBe(409)
    expect((await send('GET', '/jobs')).body).toEqual([])
  })

  it('tells which records an action left out', async () => {
    const send = await clientFor()
    const made: number[] = []
    for (const name of ['A', 'B'])
      made.push(((await send('POST', '/jobs', { name })).body as { readonly id: number }).id)
    await send('POST', `/jobs/${String(made[0])}/cancel`)
    const { body } = await send('POST', '/jobs/bulk-cancel', { jobIds: made })
    expect(body).toEqual({ cancelled: [made[1]], skipped: [made[0]] })
  })
})
