import { inferResources } from '../../../spec/inference/infer-resources.ts'
import { loadDocument } from '../../../spec/load.ts'
import { operationsOf } from '../../../spec/operations.ts'
import type { Resource, ResourceModel } from '../../../spec/resources.ts'

type Node = Readonly<Record<string, unknown>>

/** An object schema; properties given by name are strings: `object('id', 'name', { age: integer })`. */
export function object(...properties: readonly (string | Node)[]): Node {
  const named = properties.map((property) =>
    typeof property === 'string' ? { [property]: { type: 'string' } } : property,
  )
  return { type: 'object', properties: Object.assign({}, ...named) as Node }
}

export const string: Node = { type: 'string' }
export const integer: Node = { type: 'integer' }
export const array = (items: Node): Node => ({ type: 'array', items })
export const schema = (name: string): Node => ({ $ref: `#/components/schemas/${name}` })

export interface OperationSketch {
  readonly answers?: Node
  readonly status?: string
  readonly sends?: Node
  readonly headers?: Node
  readonly query?: Node
  /** Descriptions of query parameters. */
  readonly descriptions?: Node
  readonly path?: Node
  /** Names of required query parameters. */
  readonly required?: readonly string[]
}

/** The model of a document with these operations (`GET /pets/{petId}`). Path parameters are strings unless given. */
export async function modelOf(
  operations: Readonly<Record<string, OperationSketch>>,
  schemas: Node = {},
): Promise<ResourceModel> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [line, sketch] of Object.entries(operations)) {
    const [method = '', path = ''] = line.split(' ')
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(line, path, sketch) }
  }
  const info = { title: 'T', version: '1' }
  const document = await loadDocument({ openapi: '3.1.0', info, paths, components: { schemas } })
  return inferResources(document, operationsOf(document).operations)
}

function operationOf(operationId: string, path: string, sketch: OperationSketch): Node {
  const names = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name ?? '')
  const json = (content: Node): Node => ({ content: { 'application/json': { schema: content } } })
  return {
    operationId,
    parameters: [
      ...names.map((name) => ({ name, in: 'path', required: true, schema: sketch.path?.[name] ?? string })),
      ...Object.entries(sketch.query ?? {}).map(([name, schema]) => ({
        name,
        in: 'query',
        required: sketch.required?.includes(name) ?? false,
        description: sketch.descriptions?.[name],
        schema,
      })),
    ],
    ...(sketch.sends && { requestBody: json(sketch.sends) }),
    responses: {
      [sketch.status ?? '200']: {
        description: '',
        ...(sketch.headers && { headers: sketch.headers }),
        ...(sketch.answers && json(sketch.answers)),
      },
    },
  }
}

/** `list GET /pets`, for each operation of a resource. */
export function rolesOf(resource: Resource | undefined): readonly string[] {
  return resource?.operations.map(({ role, operationId }) => `${role} ${operationId}`) ?? []
}

/** `/pets: list GET /pets`, for each operation with a role. */
export function allRoles(model: ResourceModel): readonly string[] {
  return model.resources.flatMap((resource) => rolesOf(resource).map((role) => `${resource.name}: ${role}`))
}

export function reasonFor(model: ResourceModel, operationId: string): string | undefined {
  return model.stateless.find((operation) => operation.operationId === operationId)?.reason
}
