import type { JsonObject } from '../../spec/json.ts'
import type { Resource } from '../../spec/resources.ts'
import { closed, jsonAnswer, jsonBody, noContent, operation, pathParameter, query, ref } from './describe.ts'
import type { Part } from './part.ts'

const record: JsonObject = { type: 'object', description: "A record, in the format of the API's responses." }

const scope: JsonObject = {
  name: 'scope',
  in: 'query',
  description: 'Ids of the parent records, outermost first, for a nested resource.',
  schema: { type: 'array', items: { type: 'string', minLength: 1, maxLength: 200 }, maxItems: 10 },
}

/** The paths below `/state`, for these resources. */
export function statePaths(resources: readonly Resource[]): Part['paths'] {
  const names = resources.map(({ name }) => name.slice(1))
  const resource = pathParameter('resource', 'Name of the resource, without the leading slash.', {
    type: 'string',
    minLength: 1,
    ...(names.length > 0 && { enum: names }),
  })
  const scopes = resources.some(({ scope: names }) => names.length > 0) ? [scope] : []
  const id = pathParameter('id', 'Id of the record.', { type: 'string', minLength: 1, maxLength: 200 })
  return {
    '/resources': {
      get: operation('listResources', 'State', {
        summary: 'List the resources',
        responses: {
          200: jsonAnswer(
            'The resources, in document order.',
            closed({ resources: { type: 'array', items: ref('Resource') } }),
          ),
        },
      }),
    },
    '/state': {
      get: operation('getState', 'State', {
        summary: 'Get all records',
        responses: { 200: jsonAnswer('The records, in the format that PUT accepts.', ref('State')) },
      }),
      put: operation('replaceState', 'State', {
        summary: 'Replace all records',
        requestBody: jsonBody({ anyOf: [ref('State'), ref('World')] }),
        responses: { 204: noContent('The records were replaced.') },
      }),
      delete: operation('clearState', 'State', {
        summary: 'Delete all records',
        responses: { 204: noContent('The records were deleted.') },
      }),
    },
    '/state/{resource}': { parameters: [resource, ...scopes], ...collectionOperations },
    '/state/{resource}/{id}': { parameters: [resource, id, ...scopes], ...recordOperations },
  }
}

const collectionOperations: JsonObject = {
  get: operation('listRecords', 'State', {
    summary: 'List the records of a resource',
    parameters: [
      query('limit', 'Maximum number of records.', {
        type: 'integer',
        minimum: 1,
        maximum: 1000,
        default: 100,
      }),
      query('offset', 'Number of records to skip.', { type: 'integer', minimum: 0, default: 0 }),
    ],
    responses: {
      200: jsonAnswer(
        'The records, in the order they were added.',
        closed({
          total: { type: 'integer', minimum: 0 },
          records: { type: 'array', items: ref('KeyedRecord') },
        }),
      ),
    },
  }),
  post: operation('addRecord', 'State', {
    summary: 'Add a record',
    description: 'A record without an id gets the next one, if ids are integers.',
    requestBody: jsonBody(record),
    responses: {
      201: jsonAnswer('The new record.', ref('KeyedRecord'), {
        Location: { required: true, schema: { type: 'string', format: 'uri-reference' } },
      }),
    },
  }),
  put: operation('replaceRecords', 'State', {
    summary: 'Replace the records of a resource',
    requestBody: jsonBody({ type: 'array', items: record }),
    responses: { 204: noContent('The records were replaced.') },
  }),
  delete: operation('clearRecords', 'State', {
    summary: 'Delete the records of a resource',
    responses: { 204: noContent('The records were deleted.') },
  }),
}

const recordOperations: JsonObject = {
  get: operation('getRecord', 'State', {
    summary: 'Get a record',
    responses: { 200: jsonAnswer('The record.', ref('KeyedRecord')) },
  }),
  put: operation('putRecord', 'State', {
    summary: 'Replace or add a record',
    description: 'The record must be valid, but business rules are not applied.',
    requestBody: jsonBody(record),
    responses: {
      200: jsonAnswer('The replaced record.', ref('KeyedRecord')),
      201: jsonAnswer('The new record.', ref('KeyedRecord')),
    },
  }),
  delete: operation('deleteRecord', 'State', {
    summary: 'Delete a record',
    responses: { 204: noContent('The record was deleted.') },
  }),
}

export const stateSchemas: Readonly<Record<string, JsonObject>> = {
  Resource: closed(
    {
      name: { type: 'string' },
      kind: { enum: ['collection', 'singleton'] },
      idProperty: { type: 'string' },
      idType: { enum: ['integer', 'string'] },
      scope: { type: 'array', items: { type: 'string' }, description: 'Names of the parent ids.' },
      collections: {
        type: 'array',
        items: closed(
          {
            scope: { type: 'array', items: { type: 'string' } },
            total: { type: 'integer', description: 'Absent until the records have been read.' },
          },
          ['total'],
        ),
      },
    },
    ['idProperty', 'idType'],
  ),
  KeyedRecord: closed({ id: { type: 'string' }, record }),
  State: closed({ collections: { type: 'array', items: ref('StateCollection') } }),
  StateCollection: closed({
    resource: { type: 'string' },
    scope: { type: 'array', items: { type: 'string' } },
    nextId: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
    records: {
      type: 'array',
      items: {
        type: 'array',
        prefixItems: [{ type: 'string' }, record],
        items: false,
        minItems: 2,
      },
    },
  }),
  World: {
    type: 'object',
    description: 'Records by resource: `{ "/pets": [{ "id": 1, … }], "/me": { … } }`.',
    not: { required: ['collections'] },
    additionalProperties: { anyOf: [{ type: 'array', items: record }, record] },
  },
}
