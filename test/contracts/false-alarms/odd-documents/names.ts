import {
  answer,
  at,
  content,
  create,
  gone,
  kept,
  list,
  listOf,
  note,
  notes,
  number,
  query,
  read,
  remark,
  sent,
  text,
} from '../../support/document-parts.ts'

/** HAL before plain JSON. */
const inBoth = (status: number, plain: object, hal: object): object => ({
  responses: {
    [status]: {
      description: 'Fine',
      content: { 'application/hal+json': { schema: hal }, ...content(plain) },
    },
    400: { description: 'Refused' },
    404: { description: 'None' },
  },
})
const closed = { ...note, additionalProperties: false }
const linked = { ...note, properties: { ...note.properties, _links: { type: 'object' } } }
const weight = (schema: object): object => ({
  responses: { 200: { description: 'Fine', content: content(schema) } },
})
const urgent = {
  ...note,
  required: ['id', 'package_id'],
  properties: { ...note.properties, package_id: text },
}
const filed = { ...note, properties: { ...note.properties, folder_id: text } }
const named = {
  type: 'object',
  required: ['name'],
  properties: { name: { ...text, pattern: '^[A-Z]{3,9}$', readOnly: true }, title: text },
}
const option = {
  type: 'object',
  required: ['key', 'value'],
  properties: { key: { type: 'string', enum: ['font', 'size', 'tint'] }, value: text },
}

const task = {
  type: 'object',
  required: ['taskId', 'title'],
  properties: { taskId: { ...text, readOnly: true }, title: { ...text, minLength: 1, maxLength: 30 } },
}
const tasks = (path: string): object => ({
  [path]: kept(task),
  [`${path}/{taskId}`]: { ...at('taskId'), get: answer(200, task), delete: gone },
})

const shelf = {
  type: 'object',
  required: ['id', 'title', 'note_id'],
  properties: { ...note.properties, note_id: text },
}
const forReaders = (operation: object): object => ({
  parameters: [{ name: 'reader', in: 'header', required: true, schema: text }],
  ...operation,
})

const numbered = (name: string): object => ({
  type: 'object',
  properties: { [name]: { type: 'integer', format: 'int32' } },
})
const op = (value: string): object => query('op', { enum: [value] }, { required: true })

const tokened = {
  ...note,
  properties: {
    ...note.properties,
    id: { type: 'integer', readOnly: true },
    token: { ...text, format: 'uuid' },
  },
}
const full = {
  ...note,
  required: ['id', 'title', 'words'],
  properties: { ...note.properties, words: { type: 'integer' } },
}

const chosen = { type: 'object', required: ['key', 'title'], properties: { key: text, title: text } }

const short = { ...text, pattern: '^[a-z]{6}$' }
const coded = { ...note, properties: { ...note.properties, id: { ...short, readOnly: true } } }

export const names: Readonly<Record<string, object>> = {
  'whose path below a record does not allow the ids that records have': {
    '/shelves': kept(coded),
    '/shelves/{id}': { ...at('id'), get: answer(200, coded), delete: gone },
    '/shelves/{id}/notes': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { ...text, format: 'uuid' } }],
      get: {
        responses: {
          200: { description: 'Fine', content: content({ type: 'array', items: remark }) },
          404: { description: 'None' },
        },
      },
    },
  },
  'whose clients may choose an empty id, which no path can contain': {
    '/tags': {
      get: listOf(chosen),
      post: { ...sent(chosen), responses: { 204: { description: 'Made' }, 400: { description: 'Refused' } } },
    },
    '/tags/{key}': { ...at('key'), get: answer(200, chosen), delete: gone },
  },
  'that requires the shelves of a note to be deleted first': {
    ...notes,
    '/notes/{id}': {
      ...at('id'),
      get: read,
      delete: { ...gone, description: 'You must first delete all of its shelves.' },
    },
    '/shelves': kept(shelf),
    '/shelves/{id}': { ...at('id'), get: answer(200, shelf), delete: gone },
  },
  'whose records are read by two operations with different fragments': {
    '/notes#reader': { get: forReaders(list()), post: forReaders(create) },
    '/notes/{id}#reader': { ...at('id'), get: forReaders(read), delete: forReaders(gone) },
    '/notes/{id}#scope=desk&reader': { ...at('id'), get: forReaders(read) },
  },
  'with HEAD for one of two operations that their query distinguishes': {
    ...notes,
    '/notes/{id}': {
      ...at('id'),
      get: read,
      head: { responses: { 200: { description: 'Fine' } } },
      delete: gone,
    },
    '/notes/{id}#scope': {
      ...at('id'),
      get: { parameters: [query('scope', { enum: ['desk'] }, { required: true })], ...answer(200, remark) },
    },
  },
  'with two operations that no request can distinguish': {
    ...notes,
    '/pages/{page}:save': { ...at('page'), post: { ...sent(numbered('rank')), ...answer(200, remark) } },
    '/pages/{sheet}:save': { ...at('sheet'), post: { ...sent(numbered('place')), ...answer(200, remark) } },
  },
  'with operations whose paths have fragments': {
    ...notes,
    '/pages/{id}': { ...at('id'), get: { parameters: [op('read')], ...answer(200, remark) } },
    '/pages/{id}#op=write': {
      ...at('id'),
      put: { parameters: [op('write')], ...sent(remark), ...answer(200, remark) },
    },
  },
  'with two collections that assign their own ids under the same property name': {
    ...tasks('/audit/tasks'),
    ...tasks('/detect/tasks'),
    '/detect/findings': {
      get: listOf({
        type: 'object',
        required: ['id', 'taskId'],
        properties: { id: text, taskId: text },
      }),
    },
  },
  'with a body in a GET': {
    ...notes,
    '/search': {
      get: {
        requestBody: { content: content({ type: 'object', properties: { words: text } }) },
        ...answer(200, { type: 'object' }),
      },
    },
  },
  'whose paths end in a slash': {
    '/notes/': { get: list(), post: create },
    '/notes/{id}/': { ...at('id'), get: read, delete: gone },
    '/notes/{id}/seen/by/{reader}/': {
      ...at('id', 'reader'),
      get: list(),
    },
  },
  'whose operations are distinguished by a query': {
    ...notes,
    '/notes/{id}?long=true': { ...at('id'), get: read, delete: gone },
    '/notes/{id}/weight': { ...at('id'), get: weight({ type: 'integer' }) },
    '/notes/{id}/weight?exact=true': { ...at('id'), get: weight(text) },
  },
  'with a parameter that no value satisfies': {
    ...notes,
    '/ratings/{stars}': {
      parameters: [
        { name: 'stars', in: 'path', required: true, schema: { type: 'integer', enum: ['1', '2'] } },
      ],
      get: answer(200, { type: 'array', items: text }),
    },
  },
  'that refuses unknown ids': {
    '/groups': { get: list(), post: create },
    '/groups/{group_id}/terms': {
      parameters: [
        { name: 'group_id', in: 'path', required: true, schema: { type: 'integer', format: 'int64' } },
      ],
      get: { responses: { 200: { description: 'Terms' }, 400: { description: 'Refused' } } },
    },
  },
  'that shows more of a record if a query parameter asks for it': {
    '/notes': { get: list(), post: create },
    '/notes/{id}': { ...at('id'), get: read, delete: gone },
    '/notes/{id}?full=true': { ...at('id'), get: answer(200, full) },
  },
  'that responds to a creation with a value other than the id': {
    '/notes': {
      get: listOf(tokened),
      post: { ...sent(note), ...answer(200, { ...text, format: 'uuid' }) },
    },
    '/notes/{id}': { ...at('id'), delete: gone },
  },
  'whose operations of one path are distinguished by their content': {
    ...notes,
    '/faces': { post: answer(200, note) },
    '/faces#overload=url': { post: { ...sent(note), ...answer(200, note) } },
  },
  'with a few possible ids, which are refused if they are in use': {
    ...notes,
    '/options': {
      get: answer(200, { type: 'array', items: option }),
      post: { ...sent(option), ...answer(201, option, { 422: { description: 'Taken' } }) },
    },
    '/options/{key}': { ...at('key'), get: answer(200, option), delete: gone },
  },
  'whose paths contain the format of the response': {
    '/notes.{format}': { ...at('format'), get: list(), post: create },
    '/notes/{id}.{format}': {
      ...at('id', 'format'),
      get: read,
      delete: gone,
    },
  },
  'that has a malformed media type': {
    ...notes,
    '/words': {
      post: {
        requestBody: { required: true, content: { 'text/plain; utf-8': { schema: text } } },
        responses: { 200: { description: 'Taken' }, 415: { description: 'Of no use' } },
      },
    },
  },
  'with a deletion whose description mentions a resource of a similar name': {
    '/packages': { get: list(), post: create },
    '/packages/{package_id}': {
      ...at('package_id'),
      get: read,
      delete: { summary: 'Delete a package', ...gone },
    },
    '/priority-packages': kept(urgent),
    '/priority-packages/{id}': { ...at('id'), get: answer(200, urgent), delete: gone },
  },
  'with a deletion whose description mentions the name of its path prefix': {
    '/file-manager/folders': { get: list(), post: create },
    '/file-manager/folders/{folder_id}': {
      ...at('folder_id'),
      get: read,
      delete: { summary: 'Delete a folder of the file manager', ...gone },
    },
    '/file-manager/files': kept(filed),
    '/file-manager/files/{id}': { ...at('id'), get: answer(200, filed), delete: gone },
  },
  'with another JSON media type, whose schema has links': {
    '/notes': {
      get: inBoth(200, { type: 'array', items: closed }, { type: 'array', items: linked }),
      post: { ...sent(note), ...inBoth(201, closed, linked) },
    },
    '/notes/{id}': { ...at('id'), get: inBoth(200, closed, linked), delete: gone },
  },
  'whose path parameters are described by content': {
    '/notes': { get: list(), post: create },
    '/notes/{id}': {
      parameters: [
        {
          name: 'id',
          in: 'path',
          required: true,
          content: { '*/*': { schema: { ...text, format: 'uuid' } } },
        },
      ],
      get: read,
      delete: gone,
    },
  },
  'with a required parameter that no value satisfies': {
    ...notes,
    '/notes/found': {
      get: {
        parameters: [query('words', { type: 'array', items: text, enum: ['a', 'b'] }, { required: true })],
        responses: { 200: { description: 'Fine', content: content({}) }, 404: { description: 'None' } },
      },
    },
  },
  'with a singleton whose only property has a fixed value': {
    ...notes,
    '/settings': {
      get: answer(200, {
        type: 'object',
        required: ['lastNoteNumber'],
        properties: { lastNoteNumber: { type: 'integer', enum: [12] } },
      }),
    },
  },
  'without media types': {
    ...notes,
    '/notes/{id}/picture': {
      ...at('id'),
      get: { responses: { 200: { description: 'Drawn', content: { '*': { schema: text } } } } },
    },
  },
  'with two resources of the same name': {
    ...notes,
    '/forms': { get: list() },
    '/forms/{form_id}': { ...at('form_id'), get: read },
    '/notes/{id}/forms/': { ...at('id'), get: list() },
    '/notes/{id}/forms/{form_id}': {
      parameters: [...at('id', 'form_id').parameters, query('reason', text, { required: true })],
      get: {
        responses: { 200: { description: 'Fine', content: content({}) }, 404: { description: 'None' } },
      },
    },
  },
  'whose paths accept more ids than its records can have': {
    '/notes': { get: listOf(named) },
    '/notes/{name}': {
      ...at('name'),
      get: answer(200, named),
      put: {
        ...sent(named),
        ...answer(200, named, { 201: { description: 'Made', content: content(named) } }),
      },
      delete: gone,
    },
  },
  'with an operation below a record that belongs to no resource': {
    ...notes,
    '/notes/{id}/weight': {
      ...at('id'),
      get: answer(200, { type: 'object', properties: { grams: number } }),
    },
  },
}
