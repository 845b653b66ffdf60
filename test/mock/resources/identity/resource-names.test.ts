import { describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { memberAt, type JsonObject } from '../../../../spec/json.ts'
import { clientOf, type Answer, type Send } from '../../client.ts'
import { integer, json, list, object, text } from '../document-parts.ts'

const name = { ...text, readOnly: true, description: 'Identifier. Format: `projects/{project}/jobs/{job}`.' }
const job = {
  type: 'object',
  properties: {
    name,
    title: text,
    priority: integer,
    size: { type: 'object', properties: { width: integer, height: integer } },
    state: { ...text, enum: ['QUEUED', 'CANCELLED'], readOnly: true },
  },
}
const parameter = (place: string, called: string, schema: object = text): object => ({
  name: called,
  in: place,
  required: place === 'path',
  schema,
})
const project = parameter('path', 'project')
const at = [project, parameter('path', 'job')]
const answered = (schema: object): object => ({
  responses: {
    200: { description: 'OK', ...json(schema) },
    default: { description: 'Error', ...json(object({ message: text })) },
  },
})
const flag = (called: string): object => parameter('query', called, { type: 'boolean' })

/** In the style of Google's APIs (https://google.aip.dev). */
const document = {
  openapi: '3.1.0',
  info: { title: 'Jobs', version: '1' },
  paths: {
    '/v1/projects/{project}/jobs': {
      parameters: [project],
      get: answered(object({ jobs: list(job) })),
      post: {
        parameters: [parameter('query', 'jobId'), flag('validateOnly')],
        requestBody: json(job),
        ...answered(job),
      },
    },
    '/v1/projects/{project}/jobs/{job}': {
      parameters: at,
      get: answered(job),
      patch: {
        parameters: [parameter('query', 'updateMask'), flag('allowMissing')],
        requestBody: json(job),
        ...answered(job),
      },
      delete: answered(job),
    },
    '/v1/projects/{project}/jobs/{job}:cancel': { parameters: at, post: answered(job) },
    '/v1/projects/{project}/jobs/{job}:undelete': {
      parameters: at,
      post: { requestBody: json({ type: 'object' }), ...answered(job) },
    },
    '/v1/projects/{project}/jobs:batchDelete': {
      parameters: [project],
      post: { requestBody: json(object({ names: list(text) })), ...answered({ type: 'object' }) },
    },
  },
}

const jobs = '/v1/projects/acme/jobs'

async function withJob(): Promise<Send> {
  const send = clientOf(await createMock({ document, selfCheck: true }))
  await send('POST', `${jobs}?jobId=nightly`, {
    title: 'Nightly',
    priority: 5,
    size: { width: 8, height: 6 },
  })
  return send
}

describe('records whose ids are resource names', () => {
  it('have the path of the request in their names, and seeded ones too', async () => {
    const send = await withJob()
    const { body } = await send('GET', jobs)
    const names = (memberAt(body, ['jobs']) as readonly JsonObject[]).map((job) => job['name'] as string)
    expect(names.length).toBeGreaterThan(1)
    expect(names.every((jobName) => /^projects\/acme\/jobs\/[^/]+$/.test(jobName))).toBe(true)
    for (const jobName of names)
      expect((await send('GET', `/v1/${jobName}`)).body).toMatchObject({ name: jobName })
  })

  it('are created under the id in the query, once', async () => {
    const send = await withJob()
    const { body } = await send('GET', `${jobs}/nightly`)
    expect(body).toMatchObject({ name: 'projects/acme/jobs/nightly', title: 'Nightly' })
    expect((await send('POST', `${jobs}?jobId=nightly`, {})).status).toBe(409)
  })

  it('are deleted by the names in a batch, and restored', async () => {
    const send = await withJob()
    await send('POST', `${jobs}:batchDelete`, { names: ['projects/acme/jobs/nightly'] })
    expect((await send('GET', `${jobs}/nightly`)).status).toBe(404)
    expect((await send('POST', `${jobs}/nightly:undelete`, {})).status).toBe(200)
    expect((await send('GET', `${jobs}/nightly`)).status).toBe(200)
  })

  it('change their state by custom methods', async () => {
    const send = await withJob()
    expect((await send('POST', `${jobs}/nightly:cancel`)).body).toMatchObject({ state: 'CANCELLED' })
  })

  it('are created by an update that allows them to be missing', async () => {
    const send = await withJob()
    expect((await send('PATCH', `${jobs}/late`, { title: 'Late' })).status).toBe(404)
    const { body } = await send('PATCH', `${jobs}/late?allowMissing=true`, { title: 'Late' })
    expect(body).toMatchObject({ name: 'projects/acme/jobs/late', title: 'Late' })
  })

  it('are not created if the request is only to be validated', async () => {
    const send = await withJob()
    expect((await send('POST', `${jobs}?jobId=ghost&validateOnly=true`, { title: 'Ghost' })).status).toBe(200)
    expect((await send('GET', `${jobs}/ghost`)).status).toBe(404)
  })
})

describe('the languages of queries', () => {
  const field = (description: string): object => ({ ...text, description })
  const list: object = {
    parameters: [
      project,
      { ...parameter('query', 'filter'), description: 'As in https://google.aip.dev/160.' },
      {
        ...parameter('query', 'orderBy'),
        description: 'Comma-separated fields, each with an optional `desc`.',
      },
      parameter('query', 'readMask'),
    ],
    ...answered(object({ jobs: { type: 'array', items: job } })),
  }
  const queried = {
    ...document,
    paths: {
      ...document.paths,
      [jobs.replace('acme', '{project}')]: { ...document.paths['/v1/projects/{project}/jobs'], get: list },
    },
  }
  const get = async (query: string): Promise<Answer> =>
    clientOf(await createMock({ document: queried }))('GET', `${jobs}?${query}`)

  it.each([
    'filter=state%20%3D%20%3D%20X',
    'filter=(state%20%3D%20X',
    'filter=colour%20%3D%20X',
    'orderBy=colour',
    'orderBy=title,%20colour%20desc',
  ])('are refused if they cannot be read: %s', async (query) => {
    expect((await get(query)).status).toBe(400)
  })

  it.each(['filter=state%20%3D%20X', 'filter=nightly', 'filter=', 'orderBy=title%20desc,%20size.width'])(
    'are accepted if they can be read: %s',
    async (query) => {
      expect((await get(query)).status).toBe(200)
    },
  )

  it('select properties by a read mask', async () => {
    const { body } = await get('readMask=priority')
    expect((memberAt(body, ['jobs']) as readonly JsonObject[])[0]).toEqual({
      name: expect.any(String),
      priority: expect.any(Number),
    })
  })

  it('do not depend on placeholders in the description of names', async () => {
    for (const description of [
      'Such as `projects/acme/jobs/nightly`.',
      'The name, for example projects/acme/jobs/nightly',
    ]) {
      const named = structuredClone({
        ...document,
        components: {
          schemas: { Job: { ...job, properties: { ...job.properties, name: field(description) } } },
        },
      })
      const shown = JSON.parse(
        JSON.stringify(named).replaceAll(JSON.stringify(job), '{"$ref":"#/components/schemas/Job"}'),
      ) as object
      const { body } = await clientOf(await createMock({ document: shown }))('GET', jobs)
      expect((memberAt(body, ['jobs']) as readonly JsonObject[])[0]?.['name']).toMatch(
        /^projects\/acme\/jobs\/./,
      )
    }
  })
})

describe('an update mask', () => {
  const size = { width: 8, height: 6 }
  it.each([
    ['priority', { title: 'New', priority: 1 }, { title: 'Nightly', priority: 1, size }],
    [
      'size.width',
      { size: { width: 9, height: 1 } },
      { title: 'Nightly', priority: 5, size: { width: 9, height: 6 } },
    ],
    ['title,priority', { title: 'New' }, { title: 'New', size }],
  ])('limits an update to what it names, and clears what is not sent: %s', async (mask, sent, want) => {
    const send = await withJob()
    await send('PATCH', `${jobs}/nightly?updateMask=${mask}`, sent)
    const { body } = await send('GET', `${jobs}/nightly`)
    expect(body).toEqual({ name: 'projects/acme/jobs/nightly', state: 'QUEUED', ...want })
  })

  it('is ignored as far as it names no property', async () => {
    const send = await withJob()
    await send('PATCH', `${jobs}/nightly?updateMask=colour,priority`, { title: 'New', priority: 1 })
    expect((await send('GET', `${jobs}/nightly`)).body).toMatchObject({ title: 'Nightly', priority: 1 })
    await send('PATCH', `${jobs}/nightly?updateMask=colour`, { title: 'New' })
    expect((await send('GET', `${jobs}/nightly`)).body).toMatchObject({ title: 'New', priority: 1 })
  })
})

it('records are called by their paths where the id in the query is the last part of a resource name', async () => {
  const book = object({ name: { ...text, description: 'The resource name of the book.' }, title: text })
  const [shelf, bookAt] = [parameter('path', 'shelf'), parameter('path', 'book')]
  const books = {
    openapi: '3.1.0',
    info: { title: 'Library', version: '1' },
    paths: {
      '/v1/shelves/{shelf}/books': {
        parameters: [shelf],
        get: answered(object({ books: list(book) })),
        post: {
          parameters: [parameter('query', 'shelfBookId')],
          requestBody: json(object({ title: text })),
          ...answered(book),
        },
      },
      '/v1/shelves/{shelf}/books/{book}': { parameters: [shelf, bookAt], get: answered(book) },
    },
  }
  const send = clientOf(await createMock({ document: books, selfCheck: true }))
  const { body } = await send('POST', '/v1/shelves/7/books?shelfBookId=emma', { title: 'Emma' })
  expect(body).toEqual({ name: 'shelves/7/books/emma', title: 'Emma' })
  expect((await send('GET', '/v1/shelves/7/books/emma')).body).toEqual(body)
})

it('what an example names is read by the end of its name', async () => {
  const shown = { name: { ...text, examples: ['operations/abc123'] }, done: { type: 'boolean' } }
  const operations = {
    openapi: '3.1.0',
    info: { title: 'Work', version: '1' },
    paths: {
      '/operations': { get: answered(object({ operations: list(object(shown)) })) },
      '/operations/{operationId}': {
        parameters: [parameter('path', 'operationId')],
        get: answered(object(shown)),
      },
    },
  }
  const send = clientOf(await createMock({ document: operations, selfCheck: true }))
  const { operations: listed } = (await send('GET', '/operations')).body as unknown as {
    readonly operations: readonly { readonly name: string }[]
  }
  expect(listed[0]?.name).toBe('operations/abc123')
  for (const each of listed) expect((await send('GET', `/${each.name}`)).body).toEqual(each)
})
