import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterEach, describe, expect, it } from 'vitest'
import { createMock, refuse } from '../../../mock/index.ts'

let stop: (() => void) | undefined

afterEach(() => stop?.())

function listen(...handlers: Parameters<typeof setupServer>): void {
  const server = setupServer(...handlers)
  server.listen({ onUnhandledRequest: 'error' })
  stop = () => server.close()
}

const elsewhere = http.all('*', () => HttpResponse.text('elsewhere'))

describe('as an MSW handler created by the mock', () => {
  it('answers only requests below its base URL', async () => {
    const mock = await createMock()
    listen(mock.msw({ baseUrl: 'https://api.test/v1' }), elsewhere)
    expect((await fetch('https://api.test/v1/pets')).headers.get('x-total-count')).not.toBeNull()
    const created = await fetch('https://api.test/v1/pets', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'Luna', categoryId: 1 }),
    })
    expect([created.status, created.headers.get('location')]).toEqual([
      201,
      expect.stringContaining('/v1/pets/'),
    ])
    expect(await (await fetch('https://other.test/v1/pets')).text()).toBe('elsewhere')
  })

  it.each([
    ['api.example.com', "baseUrl 'api.example.com' is not a URL such as https://api.example.com/v1."],
    ['/api', "baseUrl '/api' is not a URL"],
    ['ftp://api.example.com', "baseUrl 'ftp://api.example.com' is not a URL"],
  ])('refuses %s as its base URL, and says why', async (baseUrl, message) => {
    const mock = await createMock()
    expect(() => mock.msw(http, { baseUrl })).toThrow(
      expect.objectContaining({ name: 'MockOptionError', message: expect.stringContaining(message) }),
    )
  })

  it('passes the base URL to behaviours', async () => {
    const mock = await createMock({
      behaviours: { listCategories: ({ serverUrl }) => refuse(401, 'x', serverUrl()) },
    })
    listen(mock.msw({ baseUrl: 'https://api.test/v1' }))
    expect(await (await fetch('https://api.test/v1/categories')).json()).toMatchObject({
      message: 'https://api.test/v1',
    })
  })

  it('answers the paths of the document on any origin without a base URL', async () => {
    const mock = await createMock()
    listen(mock.msw(), elsewhere)
    expect((await fetch('https://one.test/pets')).status).toBe(200)
    expect(await (await fetch('https://one.test/nowhere')).text()).toBe('elsewhere')
  })

  it('leaves unhandled requests to MSW', async () => {
    const mock = await createMock()
    listen(mock.msw({ baseUrl: 'https://api.test' }))
    await expect(fetch('https://other.test/pets')).rejects.toThrow()
  })
})

describe("as an MSW handler created with MSW's http", () => {
  it('answers only requests below its base URL', async () => {
    const mock = await createMock()
    listen(mock.msw(http, { baseUrl: 'https://api.test/v1/' }), elsewhere)
    expect((await fetch('https://api.test/v1/pets')).headers.get('x-total-count')).not.toBeNull()
    expect((await fetch('https://api.test/v1/nowhere')).status).toBe(404)
    for (const url of ['https://api.test/v12/pets', 'https://api.test/pets', 'https://other.test/v1/pets']) {
      expect(await (await fetch(url)).text()).toBe('elsewhere')
    }
  })

  it('answers the paths of the document on any origin without a base URL', async () => {
    const mock = await createMock()
    listen(mock.msw(http), elsewhere)
    expect((await fetch('https://one.test/pets')).status).toBe(200)
    expect((await fetch('https://two.test/pets/1', { method: 'PUT' })).status).toBe(405)
    expect(await (await fetch('https://one.test/nowhere')).text()).toBe('elsewhere')
  })
})
