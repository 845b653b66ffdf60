/** A document with every kind of resource the mock supports. */
const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` })
const json = (schema: object): object => ({ content: { 'application/json': { schema } } })
const answer = (schema: object, headers?: object): object => ({
  description: 'Fine',
  ...json(schema),
  ...(headers && { headers }),
})
const body = (schema: object): object => ({ required: true, ...json(schema) })
const path = (name: string, schema: object): object => ({ name, in: 'path', required: true, schema })
const query = (name: string, schema: object): object => ({ name, in: 'query', schema })
const text = { type: 'string' }
const integer = { type: 'integer' }
const errors = { '4XX': answer(ref('Problem')), '5XX': answer(ref('Problem')) }
const none = { '204': { description: 'Gone' }, ...errors }
const many = (items: object): object => ({ type: 'array', items })
const object = (properties: object, required: readonly string[] = []): object => ({
  type: 'object',
  required,
  properties,
})

const pageHeaders = { 'X-Total-Count': { schema: integer }, Link: { schema: text } }

export const library: Readonly<Record<string, unknown>> = {
  openapi: '3.1.0',
  info: { title: 'Library', version: '1' },
  paths: {
    '/shelves': {
      get: {
        operationId: 'listShelves',
        parameters: [
          query('limit', { type: 'integer', minimum: 1, maximum: 50 }),
          query('offset', integer),
          query('floor', integer),
        ],
        responses: {
          '200': answer(object({ data: many(ref('Shelf')), meta: ref('Meta') }, ['data', 'meta'])),
          ...errors,
        },
      },
      post: {
        operationId: 'createShelf',
        requestBody: body(ref('NewShelf')),
        responses: {
          '201': answer(object({ data: ref('Shelf') }, ['data']), { Location: { schema: text } }),
          ...errors,
        },
      },
    },
    '/shelves/{shelfId}': {
      parameters: [path('shelfId', integer)],
      get: {
        operationId: 'getShelf',
        responses: { '200': answer(object({ data: ref('Shelf') }, ['data'])), ...errors },
      },
      put: {
        operationId: 'replaceShelf',
        requestBody: body(ref('NewShelf')),
        responses: { '200': answer(object({ data: ref('Shelf') }, ['data'])), ...errors },
      },
      patch: {
        operationId: 'updateShelf',
        requestBody: body(ref('ShelfPatch')),
        responses: { '200': answer(object({ data: ref('Shelf') }, ['data'])), ...errors },
      },
      delete: { operationId: 'deleteShelf', responses: none },
    },
    '/shelves/{shelfId}/books': {
      parameters: [path('shelfId', integer)],
      get: {
        operationId: 'listBooks',
        parameters: [
          query('page', { type: 'integer', minimum: 1 }),
          query('per_page', { type: 'integer', minimum: 1, default: 10 }),
          query('status', many(text)),
        ],
        responses: { '200': answer(many(ref('Book')), pageHeaders), ...errors },
      },
      post: {
        operationId: 'createBook',
        requestBody: body(ref('NewBook')),
        responses: { '201': answer(ref('Book'), { Location: { schema: text } }), ...errors },
      },
    },
    '/shelves/{shelfId}/books/{bookId}': {
      parameters: [path('shelfId', integer), path('bookId', { type: 'string', format: 'uuid' })],
      get: { operationId: 'getBook', responses: { '200': answer(ref('Book')), ...errors } },
      patch: {
        operationId: 'updateBook',
        requestBody: body(ref('BookPatch')),
        responses: { '200': answer(ref('Book')), ...errors },
      },
      delete: { operationId: 'deleteBook', responses: { '200': answer(ref('Book')), ...errors } },
    },
    '/authors': {
      get: {
        operationId: 'listAuthors',
        parameters: [query('after', text), query('limit', { type: 'integer', minimum: 1, default: 3 })],
        responses: {
          '200': answer(
            object({ items: many(ref('AuthorSummary')), next_cursor: { type: ['string', 'null'] } }, [
              'items',
              'next_cursor',
            ]),
          ),
          ...errors,
        },
      },
      post: {
        operationId: 'createAuthor',
        requestBody: body(ref('Author')),
        responses: { '201': answer(ref('Author')), '409': answer(ref('Problem')), ...errors },
      },
    },
    '/authors/{handle}': {
      parameters: [path('handle', text)],
      get: { operationId: 'getAuthor', responses: { '200': answer(ref('Author')), ...errors } },
      patch: {
        operationId: 'patchAuthor',
        requestBody: {
          required: true,
          content: {
            'application/json-patch+json': { schema: many(ref('PatchOperation')) },
            'application/merge-patch+json': { schema: ref('AuthorPatch') },
          },
        },
        responses: { '200': answer(ref('Author')), ...errors },
      },
    },
    '/labels/{name}': {
      parameters: [path('name', text)],
      get: { operationId: 'getLabel', responses: { '200': answer(ref('Label')), ...errors } },
      put: {
        operationId: 'putLabel',
        requestBody: body(ref('LabelBody')),
        responses: { '200': answer(ref('Label')), '201': answer(ref('Label')), ...errors },
      },
      delete: { operationId: 'deleteLabel', responses: none },
    },
    '/labels': {
      get: { operationId: 'listLabels', responses: { '200': answer(many(ref('Label'))), ...errors } },
    },
    '/stamps': {
      get: { operationId: 'listStamps', responses: { '200': answer(many(ref('Stamp'))), ...errors } },
      post: {
        operationId: 'createStamp',
        requestBody: body(ref('Stamp')),
        responses: { '201': answer(ref('FairStamp')), ...errors },
      },
    },
    '/stamps/{stampId}': {
      parameters: [path('stampId', { type: 'integer', minimum: 1, maximum: 8 })],
      get: { operationId: 'getStamp', responses: { '200': answer(ref('Stamp')), ...errors } },
    },
    '/towns/{town}/streets': {
      parameters: [path('town', text)],
      get: { operationId: 'listStreets', responses: { '200': answer(many(ref('Street'))), ...errors } },
      post: {
        operationId: 'createStreet',
        requestBody: body(object({ name: text }, ['name'])),
        responses: { '201': answer(ref('Street')), ...errors },
      },
    },
    '/towns/{town}/streets/{streetId}': {
      parameters: [path('town', text), path('streetId', integer)],
      get: { operationId: 'getStreet', responses: { '200': answer(ref('Street')), ...errors } },
      delete: { operationId: 'deleteStreet', responses: none },
    },
    '/towns/{town}/streets/{streetId}/houses': {
      parameters: [path('town', text), path('streetId', integer)],
      get: { operationId: 'listHouses', responses: { '200': answer(many(ref('House'))), ...errors } },
    },
    '/towns/{town}/streets/{streetId}/houses/{houseId}': {
      parameters: [path('town', text), path('streetId', integer), path('houseId', integer)],
      get: { operationId: 'getHouse', responses: { '200': answer(ref('House')), ...errors } },
    },
    '/me': {
      get: { operationId: 'getMe', responses: { '200': answer(ref('Profile')), ...errors } },
      patch: {
        operationId: 'updateMe',
        requestBody: body(ref('ProfilePatch')),
        responses: { '200': answer(ref('Profile')), ...errors },
      },
    },
    '/tickets': {
      get: { operationId: 'listTickets', responses: { '200': answer(many(ref('Ticket'))), ...errors } },
      post: {
        operationId: 'createTicket',
        requestBody: body(ref('NewTicket')),
        responses: { '201': answer(ref('Ticket')), ...errors },
      },
    },
    '/tickets/{ticketId}': {
      parameters: [path('ticketId', { type: 'integer', minimum: 1000 })],
      get: { operationId: 'getTicket', responses: { '200': answer(ref('Ticket')), ...errors } },
      delete: { operationId: 'deleteTicket', responses: none },
    },
  },
  components: {
    schemas: {
      Problem: object({ message: text }, ['message']),
      Meta: object(
        { total: integer, limit: integer, offset: integer, has_more: { type: 'boolean' }, note: text },
        ['total', 'limit'],
      ),
      NewShelf: object(
        {
          name: { type: 'string', minLength: 1 },
          floor: { type: 'integer', default: 1 },
          tags: many(text),
          style: object({ color: text, wood: text }),
        },
        ['name'],
      ),
      ShelfPatch: object({
        name: { type: ['string', 'null'] },
        floor: integer,
        tags: many(text),
        style: { type: ['object', 'null'] },
      }),
      Shelf: {
        allOf: [
          ref('NewShelf'),
          object(
            {
              id: { type: 'integer', readOnly: true },
              createdAt: { type: 'string', format: 'date-time', readOnly: true },
              updatedAt: { type: 'string', format: 'date-time', readOnly: true },
              bookCount: { type: 'integer', minimum: 0, readOnly: true },
              keeper: { ...object({ name: text }, ['name']), readOnly: true },
            },
            ['id', 'createdAt', 'bookCount', 'keeper'],
          ),
        ],
      },
      NewBook: object(
        {
          title: text,
          subtitle: { type: ['string', 'null'] },
          authorHandle: text,
          pin: { type: 'string', writeOnly: true },
        },
        ['title'],
      ),
      BookPatch: object({ title: text, subtitle: { type: ['string', 'null'] }, status: text }),
      Book: {
        allOf: [
          ref('NewBook'),
          object(
            {
              id: { type: 'string', format: 'uuid', readOnly: true },
              shelfId: integer,
              status: { type: 'string', enum: ['in', 'out', 'lost'] },
              reserved: { type: 'boolean' },
              returnedAt: { type: 'string', format: 'date-time' },
            },
            ['id', 'shelfId', 'status', 'reserved'],
          ),
        ],
      },
      Author: object({ handle: text, name: text, biography: text }, ['handle', 'name']),
      PatchOperation: object({ op: text, path: text, from: text, value: {} }, ['op', 'path']),
      AuthorPatch: object({ name: text, biography: { type: ['string', 'null'] } }),
      AuthorSummary: {
        type: 'object',
        additionalProperties: false,
        required: ['handle'],
        properties: { handle: text, name: text },
      },
      Stamp: object({ id: integer, motif: text, grade: text }, ['motif']),
      FairStamp: object({ id: integer, motif: text, grade: { const: 'fair' } }, ['id', 'motif', 'grade']),
      Street: object({ id: { type: 'integer', readOnly: true }, name: text, town: text }, [
        'id',
        'name',
        'town',
      ]),
      House: object({ id: integer, streetId: integer }, ['id', 'streetId']),
      Label: object({ name: text, color: text }, ['name', 'color']),
      LabelBody: object({ color: text }, ['color']),
      Profile: object(
        {
          email: { type: 'string', format: 'email' },
          theme: { type: 'string', enum: ['light', 'dark'] },
          displayName: text,
        },
        ['email', 'theme'],
      ),
      ProfilePatch: object({ theme: { type: 'string', enum: ['light', 'dark'] }, displayName: text }),
      NewTicket: object({ subject: text, shelfId: integer }, ['subject']),
      Ticket: object({ id: { type: 'integer', minimum: 1000 }, subject: text, shelfId: integer }, [
        'id',
        'subject',
      ]),
    },
  },
}
