import { fileURLToPath } from 'node:url'
import { bundle, createConfig, lint } from '@redocly/openapi-core'
import { beforeAll, describe, expect, test } from 'vitest'

const file = fileURLToPath(new URL('../../spec/petstore.yaml', import.meta.url))

interface Media {
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
}
interface Answer {
  readonly headers?: Readonly<Record<string, { readonly required?: boolean }>>
  readonly content?: Readonly<Record<string, Media>>
  readonly links?: Readonly<Record<string, { readonly operationId: string; readonly parameters: object }>>
}
interface Operation {
  readonly operationId: string
  readonly parameters?: readonly { readonly name: string; readonly required?: boolean }[]
  readonly requestBody?: { readonly required?: boolean; readonly content: Readonly<Record<string, Media>> }
  readonly responses: Readonly<Record<string, Answer>>
  readonly [extension: `x-${string}`]: unknown
}
interface Schema {
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, unknown>>
  readonly allOf?: readonly Schema[]
}
interface Root {
  readonly openapi: string
  readonly info: { readonly version: string }
  readonly security: unknown
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

interface Entry {
  readonly route: string
  readonly operation: Operation
}

const methods = new Set(['get', 'post', 'patch', 'delete'])

async function lintWith(rules: Record<string, 'error'>): Promise<string[]> {
  const problems = await lint({ ref: file, config: await createConfig({ extends: ['recommended'], rules }) })
  return problems.map(
    (problem) => `${problem.ruleId} ${problem.location[0]?.pointer ?? ''}: ${problem.message}`,
  )
}

function operationsOf(root: Root): Entry[] {
  return Object.entries(root.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => methods.has(method))
      .map(([method, operation]) => ({ route: `${method.toUpperCase()} ${path}`, operation })),
  )
}

const media = (content: Readonly<Record<string, Media>> | undefined): readonly Media[] =>
  Object.values(content ?? {})
const hasExample = (node: Media): boolean =>
  node.example !== undefined || Object.keys(node.examples ?? {}).length > 0
const headerNames = (answer: Answer | undefined): string[] => Object.keys(answer?.headers ?? {})

let root: Root
let entries: readonly Entry[]
const operationOf = (id: string): Operation =>
  entries.find(({ operation }) => operation.operationId === id)!.operation

beforeAll(async () => {
  const { bundle: bundled } = await bundle({ ref: file, config: await createConfig({}), dereference: true })
  root = bundled.parsed as Root
  entries = operationsOf(root)
})

describe('the Pet Store document', () => {
  test('passes the recommended rules of Redocly', async () => {
    expect(await lintWith({})).toEqual([])
  })

  test('has only valid examples', async () => {
    const rules = {
      'no-invalid-media-type-examples': 'error',
      'no-invalid-parameter-examples': 'error',
      'no-invalid-schema-examples': 'error',
    } as const
    expect(await lintWith(rules)).toEqual([])
  })

  test('is OpenAPI 3.0.3 and version 1.0.0 of the service', () => {
    expect([root.openapi, root.info.version]).toEqual(['3.0.3', '1.0.0'])
  })

  test('requires no token unless authentication is switched on', () => {
    expect(root.security).toEqual([{}, { bearerAuth: [] }])
  })
})

describe('the Pet Store operations', () => {
  test('are unchanged', () => {
    expect(Object.fromEntries(entries.map(({ route, operation }) => [route, operation.operationId]))).toEqual(
      {
        'GET /pets': 'listPets',
        'POST /pets': 'createPet',
        'GET /pets/{petId}': 'getPet',
        'PATCH /pets/{petId}': 'updatePet',
        'DELETE /pets/{petId}': 'deletePet',
        'GET /categories': 'listCategories',
        'POST /categories': 'createCategory',
        'GET /categories/{categoryId}': 'getCategory',
        'DELETE /categories/{categoryId}': 'deleteCategory',
        'GET /store/orders': 'listOrders',
        'POST /store/orders': 'placeOrder',
        'GET /store/orders/{orderId}': 'getOrder',
        'PATCH /store/orders/{orderId}': 'updateOrder',
        'DELETE /store/orders/{orderId}': 'cancelOrder',
        'GET /inventory': 'listInventory',
        'GET /inventory/{petId}': 'getInventoryItem',
        'PATCH /inventory/{petId}': 'updateInventory',
      },
    )
  })

  test('have examples of every request body and successful response', () => {
    const without = entries.flatMap(({ operation }) => {
      const successes = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'))
      const nodes = [
        ...media(operation.requestBody?.content),
        ...successes.flatMap(([, { content }]) => media(content)),
      ]
      return nodes.every(hasExample) ? [] : [operation.operationId]
    })
    expect(without).toEqual([])
  })

  test('declare 401 with its challenge and the generic HTTP errors', () => {
    for (const { operation } of entries) {
      expect(headerNames(operation.responses['401']), operation.operationId).toContain('WWW-Authenticate')
      expect(media(operation.responses['default']?.content), operation.operationId).toHaveLength(1)
    }
  })

  test('that read support If-None-Match and declare an entity tag and 304', () => {
    for (const { route, operation } of entries.filter((entry) => entry.route.startsWith('GET'))) {
      expect(
        operation.parameters?.map(({ name }) => name),
        route,
      ).toContain('If-None-Match')
      expect(headerNames(operation.responses['200']), route).toContain('ETag')
      expect(headerNames(operation.responses['304']), route).toContain('ETag')
    }
  })

  test('that update or delete support If-Match and declare 412', () => {
    for (const { route, operation } of entries.filter((entry) => /^(?:PATCH|DELETE)/.test(entry.route))) {
      expect(
        operation.parameters?.map(({ name }) => name),
        route,
      ).toContain('If-Match')
      expect(Object.keys(operation.responses), route).toContain('412')
    }
  })

  test('that create declare 201 with Location and links to further operations', () => {
    for (const id of ['createPet', 'createCategory', 'placeOrder']) {
      const created = operationOf(id).responses['201']
      expect(created?.headers?.['Location']?.required, id).toBe(true)
      const targets = Object.values(created?.links ?? {}).map(({ operationId }) => operationId)
      expect(targets, id).not.toEqual([])
      expect(() => targets.map(operationOf), id).not.toThrow()
    }
  })

  test('that list pets return the total', () => {
    expect(operationOf('listPets').responses['200']?.headers?.['X-Total-Count']?.required).toBe(true)
  })
})

describe('the deprecated getPet operation', () => {
  test('declares its dates, reason and successor', () => {
    expect(operationOf('getPet')).toMatchObject({
      deprecated: true,
      'x-deprecated-since': '2025-12-05',
      'x-deprecated-sunset': '2030-12-05',
      'x-deprecated-link': 'https://petstore.example/deprecations/get-pet',
      'x-deprecated-successor': '/pets?id={petId}',
    })
  })

  test('declares Deprecation, Sunset and Link on every response, but no Deprecation on 410', () => {
    for (const [status, answer] of Object.entries(operationOf('getPet').responses)) {
      const lifecycle = ['Deprecation', 'Sunset', 'Link'].filter((name) => headerNames(answer).includes(name))
      expect(lifecycle, status).toEqual(
        status === '410' ? ['Sunset', 'Link'] : ['Deprecation', 'Sunset', 'Link'],
      )
    }
  })

  test('is the only deprecated operation', () => {
    const lifecycled = entries.filter(
      ({ operation }) => 'deprecated' in operation || 'x-deprecated-sunset' in operation,
    )
    expect(lifecycled.map(({ operation }) => operation.operationId)).toEqual(['getPet'])
  })
})

describe('extensions', () => {
  test('declare the stability of these operations', () => {
    const marked = entries.filter(({ operation }) => operation['x-stability'] !== undefined)
    const marks = marked.map(
      ({ operation }) => `${operation.operationId}: ${String(operation['x-stability'])}`,
    )
    expect(marks).toEqual([
      'updatePet: beta',
      'deletePet: beta',
      'deleteCategory: beta',
      'placeOrder: experimental',
      'getOrder: experimental',
      'updateOrder: experimental',
      'cancelOrder: beta',
      'getInventoryItem: experimental',
      'updateInventory: experimental',
    ])
  })

  test('hide the try-it panel of listOrders', () => {
    expect(operationOf('listOrders')['x-hideTryItPanel']).toBe(true)
  })
})

describe('the schemas', () => {
  const shape = (schema: Schema): object => {
    const parts = [schema, ...(schema.allOf ?? [])]
    return {
      properties: parts.flatMap((part) => Object.keys(part.properties ?? {})),
      required: parts.flatMap((part) => part.required ?? []),
    }
  }

  test.each([
    ['NewPet', ['name', 'categoryId', 'status'], ['name', 'categoryId']],
    ['Pet', ['name', 'categoryId', 'status', 'id'], ['name', 'categoryId', 'id']],
    ['NewCategory', ['name', 'description'], ['name']],
    ['Category', ['name', 'description', 'id'], ['name', 'id']],
    ['Order', ['id', 'petId', 'quantity', 'shipDate', 'complete'], []],
    ['InventoryItem', ['petId', 'quantity', 'status'], ['petId', 'quantity', 'status']],
    ['InventoryUpdate', ['quantity'], ['quantity']],
    ['Error', ['code', 'message', 'status', 'details'], ['code', 'message', 'status']],
  ])('%s has its properties', (name, properties, required) => {
    expect(shape(root.components.schemas[name]!)).toEqual({ properties, required })
  })

  test('are exactly these', () => {
    const owned = ['PetStatus', 'NewPet', 'Pet', 'Pets', 'NewCategory', 'Category', 'Order', 'InventoryItem']
    expect(Object.keys(root.components.schemas).sort()).toEqual(
      [...owned, 'InventoryUpdate', 'Error', 'PetUpdate', 'NewOrder', 'OrderUpdate'].sort(),
    )
  })
})
