import { beforeEach, describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { isJsonObject, type Json } from '../../../../spec/json.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, json, object, ref, text } from '../document-parts.ts'

const described = (description: string) => ({ ...text, description })
const query = (name: string, schema: object, description: string) => ({
  name,
  in: 'query',
  schema,
  description,
})
const flag = { type: 'boolean' }

/** The same schema is sent and shown, and descriptions tell what keywords do not. */
const document = {
  openapi: '3.0.3',
  info: { title: 'Garden', version: '1' },
  paths: {
    '/jobs': {
      get: {
        parameters: [
          query('dueMin', text, 'Lower bound for the due time of a job (as an RFC 3339 timestamp).'),
          query('dueMax', text, 'Upper bound for the due time of a job (as an RFC 3339 timestamp).'),
          query('showFinished', flag, 'Whether finished jobs are returned. The default is true.'),
          query('showHidden', flag, 'Whether hidden jobs are returned. The default is false.'),
        ],
        ...answer(200, object({ items: { type: 'array', items: ref('Job') } })),
      },
      post: {
        parameters: [query('bed', text, 'The bed that the job is for.')],
        requestBody: json(ref('Job')),
        ...answer(200, ref('Job')),
      },
    },
    '/jobs/{jobId}': {
      parameters: [{ name: 'jobId', in: 'path', required: true, schema: text }],
      get: answer(200, ref('Job')),
      patch: { requestBody: json(ref('Job')), ...answer(200, ref('Job')) },
    },
  },
  components: {
    schemas: {
      Job: {
        type: 'object',
        properties: {
          id: text,
          kind: described('This is always `garden#job`.'),
          title: text,
          bed: text,
          due: described('When the job has to be finished (as an RFC 3339 timestamp).'),
          status: described('This is either "planned" or "finished".'),
          finished: described('When it was finished (as an RFC 3339 timestamp).'),
          hidden: flag,
          selfLink: described('The URL of the job.'),
        },
      },
    },
  },
}

const titles = (body: Json | undefined): Json =>
  isJsonObject(body) && Array.isArray(body['items'])
    ? body['items'].map((each) => (isJsonObject(each) ? (each['title'] ?? null) : null))
    : null

describe('what only descriptions tell', () => {
  let send: Send
  let id: string

  beforeEach(async () => {
    send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
    const first = await send('POST', '/jobs?bed=roses', { title: 'Water', due: '2031-05-01T08:00:00Z' })
    await send('POST', '/jobs', { title: 'Mow', due: '2031-05-03T08:00:00Z' })
    id = isJsonObject(first.body) && typeof first.body['id'] === 'string' ? first.body['id'] : ''
  })

  it('is in a new record: its kind, its first state and its link', async () => {
    const { body } = await send('GET', `/jobs/${id}`)
    expect(body).toMatchObject({ kind: 'garden#job', status: 'planned' })
    expect(body).toHaveProperty('selfLink', expect.stringMatching(new RegExp(`/jobs/${id}$`)))
    expect(body).not.toHaveProperty('finished')
  })

  it('sets the time of a state, until the record leaves it', async () => {
    const finished = await send('PATCH', `/jobs/${id}`, { status: 'finished' })
    expect(finished.body).toHaveProperty('finished', expect.stringMatching(/^\d{4}-\d\d-\d\dT/))
    const again = await send('PATCH', `/jobs/${id}`, { status: 'planned' })
    expect(again.body).not.toHaveProperty('finished')
  })

  it('bounds a list', async () => {
    const day = '2031-05-02T00:00:00Z'
    expect(titles((await send('GET', `/jobs?dueMin=${day}`)).body)).toEqual(['Mow'])
    expect(titles((await send('GET', `/jobs?dueMax=${day}`)).body)).toEqual(['Water'])
  })

  it('says which records a list shows', async () => {
    await send('PATCH', `/jobs/${id}`, { status: 'finished' })
    expect(titles((await send('GET', '/jobs')).body)).toEqual(['Water', 'Mow'])
    expect(titles((await send('GET', '/jobs?showFinished=false')).body)).toEqual(['Mow'])
    await send('PATCH', `/jobs/${id}`, { hidden: true })
    expect(titles((await send('GET', '/jobs')).body)).toEqual(['Mow'])
    expect(titles((await send('GET', '/jobs?showHidden=true')).body)).toEqual(['Water', 'Mow'])
  })

  it('takes properties of a new record from the query', async () => {
    expect((await send('GET', `/jobs/${id}`)).body).toHaveProperty('bed', 'roses')
  })
})
