import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import express, { type Express } from 'express'
import { afterEach, describe, expect, it } from 'vitest'
import { createMock, ok, refuse, type JsonObject } from '../../../mock/index.ts'

const servers: Server[] = []

afterEach(async () => {
  for (const server of servers.splice(0)) {
    await new Promise<void>((resolve) => {
      server.close(() => resolve()).closeAllConnections()
    })
  }
})

async function serve(app: Express): Promise<string> {
  const server = await new Promise<Server>((resolve) => {
    const listening = app.listen(0, '127.0.0.1', () => resolve(listening))
  })
  servers.push(server)
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const json = { 'Content-Type': 'application/json' }
const luna = JSON.stringify({ name: 'Luna', categoryId: 1 })

describe('mounted in an Express app', () => {
  it.each([
    ['express.json()', express.json()],
    ['express.raw()', express.raw({ type: '*/*' })],
    ['express.text()', express.text({ type: '*/*' })],
  ])('reads a body already parsed by %s', async (_, parser) => {
    const mock = await createMock({ selfCheck: true })
    const url = await serve(express().use(parser).use('/api', mock.express()))
    const reply = await fetch(`${url}/api/pets`, { method: 'POST', headers: json, body: luna })
    expect([reply.status, await reply.json()]).toEqual([201, expect.objectContaining({ name: 'Luna' })])
  })

  it('passes the URL it is mounted at to behaviours', async () => {
    const mock = await createMock({
      behaviours: { listCategories: ({ serverUrl }) => refuse(401, 'x', serverUrl()) },
    })
    const url = await serve(express().use('/api', mock.express()).use(mock.express()))
    for (const base of [`${url}/api`, url]) {
      expect(await (await fetch(`${base}/categories`)).json()).toMatchObject({ message: base })
    }
  })

  it('reads a form already parsed by express.urlencoded()', async () => {
    const document = {
      openapi: '3.1.0',
      info: { title: 'Forms', version: '1' },
      paths: {
        '/form': {
          post: {
            operationId: 'send',
            requestBody: {
              content: {
                'application/x-www-form-urlencoded': {
                  schema: {
                    type: 'object',
                    properties: {
                      n: { type: 'integer' },
                      tags: { type: 'array', items: { type: 'string' } },
                    },
                  },
                },
              },
            },
            responses: { 200: { description: 'ok', content: { 'application/json': { schema: {} } } } },
          },
        },
      },
    }
    const mock = await createMock({
      document,
      behaviours: { send: ({ request }) => ok(200, request.body as never) },
    })
    const url = await serve(
      express()
        .use(express.urlencoded({ extended: true }))
        .use(mock.express()),
    )
    const body = new URLSearchParams([
      ['n', '7'],
      ['tags', 'a'],
      ['tags', 'b'],
    ])
    const reply = await fetch(`${url}/form`, { method: 'POST', body })
    expect(await reply.json()).toEqual({ n: 7, tags: ['a', 'b'] })
  })

  it('leaves other paths and existing header fields to the app', async () => {
    const mock = await createMock()
    const app = express()
    app.use((_request, response, next) => {
      response.setHeader('X-App', 'yes')
      next()
    })
    app.use('/api', mock.express()).get('/health', (_request, response) => void response.send('well'))
    const url = await serve(app)
    expect(await (await fetch(`${url}/health`)).text()).toBe('well')
    expect((await fetch(`${url}/api/pets`)).headers.get('x-app')).toBe('yes')
  })

  it('passes a failed self-check to the error handler of the app', async () => {
    const mock = await createMock({ selfCheck: true, behaviours: { listPets: () => ok(200, 'no list') } })
    const app = express().use(mock.express())
    app.use(
      (error: Error, _request: express.Request, response: express.Response, _next: express.NextFunction) => {
        response.status(500).send(error.name)
      },
    )
    const reply = await fetch(`${await serve(app)}/pets`)
    expect([reply.status, await reply.text()]).toEqual([500, 'SelfCheckError'])
  })

  it('answers the other concurrent requests when one fails', async () => {
    const mock = await createMock({ selfCheck: true, behaviours: { listPets: () => ok(200, 'no list') } })
    const url = await serve(express().use(mock.express()))
    const paths = Array.from({ length: 50 }, (_, index) => (index === 20 ? '/pets' : '/pets/1'))
    const replies = await Promise.all(paths.map(async (path) => fetch(url + path)))
    expect(replies.map(({ status }) => status)).toEqual(paths.map((path) => (path === '/pets' ? 500 : 200)))
  })

  it('runs behaviours before the built-in rules', async () => {
    const mock = await createMock({
      selfCheck: true,
      behaviours: {
        deletePet: () => refuse(409, 'pet_has_orders', 'Not on a Sunday.'),
        getPet: async ({ next }) => {
          const outcome = await next()
          return outcome.kind === 'ok' ? ok(200, { ...(outcome.body as JsonObject), name: 'REX' }) : outcome
        },
      },
    })
    const url = await serve(express().use(mock.express()))
    expect((await fetch(`${url}/pets/1`, { method: 'DELETE' })).status).toBe(409)
    expect(await (await fetch(`${url}/pets/1`)).json()).toMatchObject({ id: 1, name: 'REX' })
  })
})
