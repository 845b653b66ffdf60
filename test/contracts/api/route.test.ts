import { describe, expect, it } from 'vitest'
import { createRoute } from '../../../contracts/api/route.ts'
import { loadDocument } from '../../../spec/load.ts'
import { operationsOf } from '../../../spec/operations.ts'
import { createRouter } from '../../../spec/routes.ts'

const responses = { 200: { description: 'Fine' } }
const paths = {
  '/pets': { get: { operationId: 'listPets', responses }, post: { operationId: 'createPet', responses } },
  '/pets/{id}': { get: { operationId: 'getPet', responses }, head: { operationId: 'headPet', responses } },
}

async function find(
  request: string,
  { servers = [], base }: { servers?: readonly object[]; base?: string } = {},
): Promise<string> {
  const document = await loadDocument({
    openapi: '3.0.3',
    info: { title: 'Pets', version: '1' },
    servers,
    paths,
  })
  const route = createRoute(document, createRouter(operationsOf(document).operations), base)
  const [method = '', target = ''] = request.split(' ')
  const [path = '', query = ''] = target.split('?')
  const match = route(method, path, query)
  return match.kind === 'found' ? match.operation.id : match.kind
}

describe('the operation of a request', () => {
  it.each([
    ['GET /pets?limit=1', 'listPets'],
    ['GET /pets/1', 'getPet'],
    ['PUT /pets', 'method'],
    ['GET /cats', 'none'],
    ['GET *', 'none'],
  ])('is found below the root: %s is %s', async (request, operation) => {
    expect(await find(request)).toBe(operation)
  })

  it('is that of GET for HEAD, unless it has its own', async () => {
    expect(await find('HEAD /pets')).toBe('listPets')
    expect(await find('HEAD /pets/1')).toBe('headPet')
  })

  it.each([
    [{ url: 'https://pets.test/v1/' }, 'GET /v1/pets'],
    [{ url: '/v1' }, 'GET /v1/pets'],
    [
      {
        url: 'https://{host}/{version}',
        variables: { host: { default: 'pets.test' }, version: { default: 'v1' } },
      },
      'GET /v1/pets',
    ],
    [{ url: 'v1' }, 'GET /v1/pets'],
  ])('is found below the server %j', async (server, request) => {
    expect(await find(request, { servers: [{ url: 'https://other.test/v0' }, server] })).toBe('listPets')
    expect(await find('GET /pets', { servers: [server] })).toBe('listPets')
    expect(await find('GET /v2/pets', { servers: [server] })).toBe('none')
  })

  it.each([[{}], [{ url: 7 }], [{ url: 'https://{' }], [{ url: 'http://[' }]])(
    'is not disturbed by the server %j',
    async (server) => {
      expect(await find('GET /pets', { servers: [server] })).toBe('listPets')
    },
  )

  it('is found below a given base path', async () => {
    expect(await find('GET /api/pets', { base: '/api/' })).toBe('listPets')
    expect(await find('GET /apipets', { base: '/api' })).toBe('none')
    expect(await find('DELETE /api/pets', { base: '/api' })).toBe('method')
  })
})
