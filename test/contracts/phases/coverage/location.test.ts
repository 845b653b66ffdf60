import { expect, it } from 'vitest'
import { runContract } from '../../../../contracts/index.ts'
import { answer, at, content, text } from '../../support/document-parts.ts'

const job = { type: 'object', required: ['status'], properties: { status: text } }
const accepted = { type: 'object', required: ['message'], properties: { message: text } }

/** What is found of a service that answers 202 with a Location, which leads to a job or not. */
async function findingsOf(
  location: string,
  description = 'Where to poll the status.',
): Promise<readonly string[]> {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Exports', version: '1' },
    paths: {
      '/exports': {
        post: {
          operationId: 'begin',
          responses: {
            202: {
              description: 'Begun',
              headers: { Location: { description, schema: text } },
              content: content(accepted),
            },
          },
        },
      },
      '/jobs/{id}': {
        ...at('id'),
        get: { operationId: 'job', ...answer(200, job, { 404: { description: 'None' } }) },
      },
    },
  }
  const { findings } = await runContract({
    document,
    phases: ['coverage'],
    target(request: Request) {
      const { pathname } = new URL(request.url)
      if (request.method === 'POST' && pathname === '/exports')
        return Response.json({ message: 'It begins.' }, { status: 202, headers: { Location: location } })
      return pathname === '/jobs/1' && request.method === 'GET'
        ? Response.json({ status: 'running' })
        : new Response(null, { status: 404 })
    },
  })
  return findings
    .filter(({ check }) => check === 'location-resolves')
    .map((finding) => `${finding.operation}: ${finding.message}`)
}

it('accepts a Location that leads to a job', async () => {
  expect(await findingsOf('/jobs/1')).toEqual([])
})

it.each(['/jobs/2', '/job/1'])('reports a Location whose job does not exist: %s', async (location) => {
  expect(await findingsOf(location)).toEqual([
    expect.stringMatching(/^begin: .*expected Location to point to the progress of the request; got 404 at/),
  ])
})

it('accepts a Location of a resource that is still to be created', async () => {
  expect(await findingsOf('/jobs/2', 'Where the file is going to be.')).toEqual([])
})

it('follows a Location only if it has the query parameters that are required there', async () => {
  const key = { name: 'key', in: 'query', required: true, schema: text }
  const refused = { 400: { description: 'No key' }, 404: { description: 'None' } }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Exports', version: '1' },
    paths: {
      '/exports/{id}/renewal': {
        ...at('id'),
        post: { operationId: 'renew', ...answer(200, { $ref: '#/components/schemas/Job' }, refused) },
      },
      '/jobs/{id}': {
        ...at('id'),
        get: {
          operationId: 'job',
          parameters: [key],
          ...answer(200, { $ref: '#/components/schemas/Job' }, refused),
        },
      },
    },
    components: { schemas: { Job: job } },
  }
  const found = async (location: string): Promise<readonly string[]> => {
    const { findings } = await runContract({
      document,
      phases: ['coverage'],
      target({ method, url }: Request) {
        if (method === 'POST')
          return Response.json({ status: 'renewed' }, { headers: { Location: location } })
        return new Response(null, { status: new URL(url).searchParams.has('key') ? 404 : 400 })
      },
    })
    return findings.filter(({ check }) => check === 'location-resolves').map(({ message }) => message)
  }
  expect(await found('/jobs/7')).toEqual([])
  expect(await found('/jobs/7?key=a')).toEqual([expect.stringMatching(/got 404 at/)])
})
