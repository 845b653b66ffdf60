import {
  answer,
  at,
  content,
  create,
  gone,
  list,
  listOf,
  note,
  notes,
  number,
  query,
  read,
  sent,
  tagged,
  text,
} from '../../support/document-parts.ts'

const pin = {
  ...note,
  properties: { id: text, title: note.properties.title, pin_id: text, state: { enum: ['open', 'done'] } },
  required: ['title'],
}
const board = {
  ...note,
  properties: { ...note.properties, pin_id: text },
  required: ['id', 'title', 'pin_id'],
}

const width = { type: 'object', properties: { width: { type: 'integer', default: 0 } } }
const wide = (frame: object, ...required: readonly string[]): object => ({
  ...note,
  required: ['id', 'title', ...required],
  properties: { ...note.properties, frame },
})
const drawn = wide(width, 'frame')
const draft = wide({ ...width, default: { width: 0 } })
const measured = (more: object): object => ({
  ...note,
  properties: { ...note.properties, size: { ...number, ...more } },
})
const staged = {
  ...note,
  required: [...note.required, 'status'],
  properties: { ...note.properties, status: { ...text, enum: ['draft', 'published'] } },
}
const numbered = { ...note, properties: { ...note.properties, id: { type: 'integer' } } }

const labelled = {
  ...note,
  properties: { ...note.properties, kind: { ...text, maxLength: 20 }, shape: { ...text, maxLength: 20 } },
}
const job = { type: 'object', properties: { kind: text, progress: { type: 'integer' } } }

const pinned = {
  ...note,
  required: ['id', 'title', 'isPinned'],
  properties: { ...note.properties, isPinned: { type: 'boolean' } },
}
const secured = {
  ...note,
  required: [...note.required, 'key'],
  properties: { ...note.properties, key: text },
}
const named = { type: 'object', properties: { id: text, name: text, title: text } }

const onlyTags = { type: 'object', properties: { tags: tagged.properties['tags'] } }
const patches = (schema: object): object => ({ 'application/json-patch+json': { schema } })

export const changes: Readonly<Record<string, object>> = {
  'whose example of a request body has properties that its schema lacks': {
    '/notes': {
      get: listOf(secured),
      post: {
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: { type: 'object', required: ['title'], properties: { title: text } },
              example: { title: 'Milk', key: '5f0c1d' },
            },
          },
        },
        ...answer(201, secured),
      },
    },
    '/notes/{id}': { ...at('id'), get: answer(200, secured), delete: gone },
  },
  'whose updates accept null for a property that is never null in records': {
    '/notes': { get: listOf(pinned), post: { ...sent(note), ...answer(201, pinned) } },
    '/notes/{id}': {
      ...at('id'),
      get: answer(200, pinned),
      patch: {
        ...sent({ type: 'object', properties: { title: text, isPinned: { type: ['boolean', 'null'] } } }),
        ...answer(200, pinned),
      },
    },
  },
  'whose PUT creates records by a name in the path and an id in the body': {
    '/notes': { get: listOf(named) },
    '/notes/{name}': {
      ...at('name'),
      get: answer(200, named),
      put: {
        operationId: 'NotesCreateOrUpdate',
        ...sent(named),
        ...answer(200, named, { 201: { description: 'Made' } }),
      },
      delete: gone,
    },
  },
  'whose records are created by jobs that have property names in common with them': {
    '/boxes': { get: listOf(labelled), post: { ...sent(labelled), ...answer(201, labelled) } },
    '/boxes/{box}': { ...at('box'), get: answer(200, labelled), delete: gone },
    '/boxes/{box}/notes': {
      ...at('box'),
      get: listOf(labelled),
      post: { ...sent(labelled), ...answer(200, job) },
    },
    '/boxes/{box}/notes/{id}': { ...at('box', 'id'), get: answer(200, labelled), delete: answer(200, job) },
  },
  'whose PUT of part of a record may create it': {
    ...notes,
    '/notes/{id}': {
      ...at('id'),
      get: answer(200, tagged),
      delete: gone,
      put: {
        ...sent({ type: 'object', required: ['title'], properties: { title: note.properties.title } }),
        ...answer(200, tagged, { 201: { description: 'Made', content: content(tagged) } }),
      },
    },
  },
  'whose PUT may create a record at once or later, with the same responses for existing records': {
    ...notes,
    '/notes/{id}': {
      ...at('id'),
      get: answer(200, tagged),
      delete: gone,
      put: { ...sent(tagged), ...answer(201, tagged, { 202: { description: 'Later' } }) },
    },
  },
  'where one operation takes plain text and others do not': {
    ...notes,
    '/words': {
      post: {
        requestBody: { required: true, content: { ...content(note), 'text/plain': { schema: text } } },
        ...answer(200, text),
      },
    },
  },
  'whose update has the id of the record in its body, and a reference to another one': {
    '/pins': {
      get: answer(200, { type: 'array', items: pin }),
      post: { ...sent(pin), ...answer(201, pin) },
      put: { ...sent({ ...pin, required: [] }), ...answer(200, pin) },
    },
    '/pins/{id}': { ...at('id'), get: answer(200, pin), delete: gone },
    '/boards': {
      get: answer(200, { type: 'array', items: board }),
      post: { ...sent(board), ...answer(201, board) },
    },
    '/boards/{id}': { ...at('id'), get: answer(200, board), delete: gone },
  },
  'whose update has a body that no value satisfies': {
    '/notes': {
      get: list(),
      post: create,
      put: {
        requestBody: {
          content: content({
            type: 'object',
            required: ['id', 'colour'],
            additionalProperties: false,
            properties: { id: text },
          }),
        },
        responses: { 204: { description: 'Changed' }, 400: { description: 'Refused' } },
      },
    },
    '/notes/{id}': { ...at('id'), get: read, delete: gone },
  },
  'that requires a property it does not describe': {
    '/notes': {
      get: list(),
      post: {
        ...sent({ type: 'object', required: ['title'], properties: { id: text } }),
        ...answer(201, note),
      },
    },
    '/notes/{id}': { ...at('id'), get: read, delete: gone },
  },
  'whose read requires a query parameter that the update lacks': {
    '/notes': { get: list(), post: create },
    '/notes/{id}': {
      ...at('id'),
      get: { parameters: [query('of', text, { required: true })], ...read },
      patch: { ...sent({ type: 'object', properties: { title: note.properties.title } }), ...read },
      delete: gone,
    },
  },
  'whose clients may choose ids that no path accepts': {
    '/notes': {
      get: list(),
      post: { ...sent(numbered), ...answer(201, numbered) },
    },
    '/notes/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } }],
      get: answer(200, numbered),
      delete: gone,
    },
  },
  'that has a default in the request schema only': {
    '/notes': { get: listOf(drawn), post: { ...sent(draft), ...answer(201, drawn) } },
    '/notes/{id}': {
      ...at('id'),
      get: answer(200, drawn),
      put: { ...sent(draft), ...answer(200, drawn) },
      delete: gone,
    },
  },
  'that lets clients write properties that are read-only in the record': {
    '/notes': {
      get: listOf(measured({ readOnly: true })),
      post: { ...sent(measured({})), ...answer(201, measured({ readOnly: true })) },
    },
    '/notes/{id}': {
      ...at('id'),
      get: answer(200, measured({ readOnly: true })),
      patch: { ...sent(measured({})), ...answer(200, measured({ readOnly: true })) },
      delete: gone,
    },
  },
  'that describes an initial state for records without a state from the client': {
    '/notes': {
      get: listOf(staged),
      post: { description: 'A new note is created as `draft`.', ...sent(staged), ...answer(201, staged) },
    },
    '/notes/{id}': { ...at('id'), get: answer(200, staged), delete: gone },
    '/notes/{id}/publish': {
      ...at('id'),
      post: {
        description: 'Only a `draft` note can be published; 409 otherwise.',
        ...answer(200, staged, { 409: { description: 'Conflict' } }),
      },
    },
  },
  'that lists JSON Patch as a media type of an object, as some frameworks do': {
    '/notes': { get: listOf(tagged), post: { ...sent(tagged), ...answer(201, tagged) } },
    '/notes/{id}': {
      ...at('id'),
      get: answer(200, tagged),
      patch: {
        requestBody: { required: true, content: { ...content(onlyTags), ...patches(onlyTags) } },
        ...answer(200, tagged),
      },
      delete: gone,
    },
  },
  'that takes records out of the trash again': {
    ...notes,
    '/notes/{id}/untrash': {
      ...at('id'),
      post: { description: 'Takes the note out of the trash.', ...gone },
    },
  },
}
