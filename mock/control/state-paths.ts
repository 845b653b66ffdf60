import type { JsonObject } from '../../spec/json.ts'
import type { Resource } from '../../spec/resources.ts'
import { closed, jsonAnswer, jsonBody, noContent, operation, pathParameter, query, ref } from './describe.ts'
import type { Part } from './part.ts'

const record: JsonObject = { type: 'object', description: "As the API's answers have it." }

const scope: JsonObject = {
  name: 'scope',
  in: 'query',
  description: 'Ids of what contains the records, outermost first, for a resource below another.',
  schema: { type: 'array', items: { type: 'string', minLength: 1, maxLength: 200 }, maxItems: 10 },
}

/** The paths below `/state`, for these resources. */
export function statePaths(resources: readonly Resource[]): Part['paths'] {
  const names = resources.map(({ name }) => name.slice(1))
  const resource = pathParameter('resource', 'Its name, without the first slash.', {
    type: 'string',
    minLength: 1,
    ...(names.length > 0 && { enum: names }),
  })
  const scopes = resources.some(({ scope: names }) => names.length > 0) ? [scope] : []
  const id = pathParameter('id', 'Of the record.', { type: 'string', minLength: 1, maxLength: 200 })
  return {
    '/resources': {
      get: operation('listResources', 'State', {
        summary: 'What the mock keeps records of',
        responses: {
          200: jsonAnswer(
            'In the order of the document.',
            closed({ resources: { type: 'array', items: ref('Resource') } }),
          ),
        },
      }),
    },
    '/state': {
      get: operation('getState', 'State', {
        summary: 'All records',
        responses: { 200: jsonAnswer('As it can be put back.', ref('State')) },
      }),
      put: operation('replaceState', 'State', {
        summary: 'Replace all records',
        requestBody: jsonBody({ anyOf: [ref('State'), ref('World')] }),
        responses: { 204: noContent('All records are those given.') },
      }),
      delete: operation('clearState', 'State', {
        summary: 'Remove all records',
        responses: { 204: noContent('There are no records.') },
      }),
    },
    '/state/{resource}': { parameters: [resource, ...scopes], ...collectionOperations },
    '/state/{resource}/{id}': { parameters: [resource, id, ...scopes], ...recordOperations },
  }
}

const collectionOperations: JsonObject = {
  get: operation('listRecords', 'State', {
    summary: 'The records of a resource',
    parameters: [
      query('limit', 'Records at most.', { type: 'integer', minimum: 1, maximum: 1000, default: 100 }),
      query('offset', 'Records left out.', { type: 'integer', minimum: 0, default: 0 }),
    ],
    responses: {
      200: jsonAnswer(
        'In the order in which they were added.',
        closed({
          total: { type: 'integer', minimum: 0 },
          records: { type: 'array', items: ref('KeyedRecord') },
        }),
      ),
    },
  }),
  post: operation('addRecord', 'State', {
    summary: 'Add a record',
    description: 'Without an id it is given the next one, where ids are integers.',
    requestBody: jsonBody(record),
    responses: {
      201: jsonAnswer('The record.', ref('KeyedRecord'), {
        Location: { required: true, schema: { type: 'string', format: 'uri-reference' } },
      }),
    },
  }),
  put: operation('replaceRecords', 'State', {
    summary: 'Replace the records of a resource',
    requestBody: jsonBody({ type: 'array', items: record }),
    responses: { 204: noContent('The records are those given.') },
  }),
  delete: operation('clearRecords', 'State', {
    summary: 'Remove the records of a resource',
    responses: { 204: noContent('There are none.') },
  }),
}

const recordOperations: JsonObject = {
  get: operation('getRecord', 'State', {
    summary: 'One record',
    responses: { 200: jsonAnswer('The record.', ref('KeyedRecord')) },
  }),
  put: operation('putRecord', 'State', {
    summary: 'Replace or add a record',
    description: 'Passes the schema, but none of the business rules.',
    requestBody: jsonBody(record),
    responses: {
      200: jsonAnswer('The record, replaced.', ref('KeyedRecord')),
      201: jsonAnswer('The record, added.', ref('KeyedRecord')),
    },
  }),
  delete: operation('deleteRecord', 'State', {
    summary: 'Remove a record',
    responses: { 204: noContent('It is gone.') },
  }),
}

export const stateSchemas: Readonly<Record<string, JsonObject>> = {
  Resource: closed(
    {
      name: { type: 'string' },
      kind: { enum: ['collection', 'singleton'] },
      idProperty: { type: 'string' },
      idType: { enum: ['integer', 'string'] },
      scope: { type: 'array', items: { type: 'string' }, description: 'Names of what contains the records.' },
      collections: {
        type: 'array',
        items: closed(
          {
            scope: { type: 'array', items: { type: 'string' } },
            total: { type: 'integer', description: 'Absent while nobody has looked at the records.' },
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
