import { answer, collection, integer, json, list, object, ref, text } from './document-parts.ts'

/** Builders for an API of workshops, whose racks hold repairs in their order. */

const nullable = (type: string, format?: string): object => ({
  type: [type, 'null'],
  ...(format && { format }),
})
const at = (...names: readonly string[]): object => ({
  parameters: names.map((name) => ({ name, in: 'path', required: true, schema: integer })),
})
const flag = (name: string, description: string): object => ({
  name,
  in: 'query',
  description,
  schema: { type: 'boolean', default: false },
})

/** An operation with the descriptions of its refusals. */
const refused = (operation: object, descriptions: Readonly<Record<number, string>>): object => {
  const { responses } = operation as { readonly responses: object }
  const others = Object.entries(descriptions).map(
    ([status, description]) => [status, { description }] as const,
  )
  return { ...operation, responses: { ...responses, ...Object.fromEntries(others) } }
}

const full = 'The rack has reached its repair limit'
const groups = list(object({ rackId: integer, name: text, count: integer }))

export const workshopDocument: object = {
  openapi: '3.1.0',
  info: { title: 'Workshops', version: '1' },
  paths: {
    '/shops': {
      get: {
        parameters: [flag('archived', 'Include archived shops. Left out by default.')],
        ...answer(200, list(ref('Shop'))),
      },
      post: {
        description: 'Three racks named In, Stand and Out are created with it unless racks are given.',
        requestBody: json({
          type: 'object',
          required: ['name'],
          properties: { name: text, racks: list(text) },
        }),
        ...answer(201, ref('Shop')),
      },
    },
    '/shops/{shopId}': { ...at('shopId'), get: answer(200, ref('Shop')), delete: answer(204) },
    '/shops/{shopId}/archive': { ...at('shopId'), post: answer(200, ref('Shop')) },
    '/shops/{shopId}/racks': {
      ...at('shopId'),
      get: answer(200, list(ref('Rack'))),
      post: {
        requestBody: json({
          type: 'object',
          required: ['name'],
          properties: {
            name: text,
            position: { ...integer, minimum: 0 },
            repairLimit: { ...integer, minimum: 1 },
          },
        }),
        ...answer(201, ref('Rack')),
      },
    },
    '/shops/{shopId}/stickers': { ...at('shopId'), ...collection('Sticker', object({ name: text })) },
    '/shops/{shopId}/stats': {
      ...at('shopId'),
      get: answer(200, object({ totalRepairs: integer, overdueRepairs: integer, repairsByRack: groups })),
    },
    '/racks/{rackId}': { ...at('rackId'), delete: answer(204) },
    '/racks/{rackId}/repairs': {
      ...at('rackId'),
      get: answer(200, list(ref('Repair'))),
      post: refused(
        {
          requestBody: json({
            type: 'object',
            required: ['title'],
            properties: {
              title: text,
              dueDate: { type: 'string', format: 'date' },
              assigneeIds: list(integer),
            },
          }),
          ...answer(201, ref('Repair')),
        },
        { 404: 'Not found', 409: full },
      ),
    },
    '/repairs': {
      get: {
        parameters: [
          flag('overdue', 'Only repairs that are late'),
          { name: 'shopId', in: 'query', schema: integer },
        ],
        ...answer(200, list(ref('Repair'))),
      },
    },
    '/repairs/overdue': { get: answer(200, list(ref('Repair'))) },
    '/repairs/{repairId}': { ...at('repairId'), get: answer(200, ref('Repair')) },
    '/repairs/{repairId}/move': {
      ...at('repairId'),
      post: refused(
        {
          description: 'The positions of the other repairs are adjusted.',
          requestBody: json({
            type: 'object',
            required: ['rackId'],
            properties: { rackId: integer, position: { ...integer, minimum: 0 } },
          }),
          ...answer(200, ref('Repair')),
        },
        { 404: 'Not found', 409: full, 422: 'The rack belongs to another shop' },
      ),
    },
    '/repairs/{repairId}/stickers': {
      ...at('repairId'),
      post: refused(
        { requestBody: json(object({ stickerId: integer })), ...answer(200, ref('Repair')) },
        { 404: 'Not found', 409: 'The repair has this sticker already' },
      ),
    },
    '/repairs/{repairId}/steps': { ...at('repairId'), ...collection('Step', object({ text })) },
    '/repairs/{repairId}/steps/{stepId}/toggle': {
      ...at('repairId', 'stepId'),
      post: answer(200, ref('Step')),
    },
    '/mechanics': collection('Mechanic', object({ name: text })),
    '/mechanics/{mechanicId}/repairs': {
      ...at('mechanicId'),
      get: {
        responses: {
          200: { description: 'Repairs assigned to the mechanic', ...json(list(ref('Repair'))) },
        },
      },
    },
  },
  components: {
    schemas: {
      Shop: object({
        id: integer,
        name: text,
        archived: { type: 'boolean' },
        rackCount: integer,
      }),
      Rack: object({
        id: integer,
        shopId: integer,
        name: text,
        position: { ...integer, description: 'Zero-based position in the shop' },
        repairLimit: nullable('integer'),
      }),
      Repair: object({
        id: integer,
        shopId: integer,
        rackId: integer,
        title: text,
        position: integer,
        dueDate: nullable('string', 'date'),
        done: { type: 'boolean' },
        assigneeIds: list(integer),
        stickers: list(ref('Sticker')),
        stepsDone: integer,
      }),
      Step: object({ id: integer, text, done: { type: 'boolean' } }),
      Sticker: object({ id: integer, name: text }),
      Mechanic: object({ id: integer, name: text }),
    },
  },
}
