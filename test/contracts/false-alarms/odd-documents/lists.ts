import {
  answer,
  at,
  content,
  create,
  gone,
  kind,
  list,
  note,
  notes,
  number,
  query,
  remark,
  sent,
  tagged,
  text,
} from '../../support/document-parts.ts'

const framed = {
  ...note,
  xml: { name: 'note' },
  required: ['id', 'title', 'frame'],
  properties: {
    ...note.properties,
    frame: { type: 'object', properties: { colour: text } },
    pages: { type: 'integer', minimum: 1, maximum: 9 },
  },
}
const xmlContent = (schema: object): object => ({ content: { 'application/xml': { schema } } })
const inXml = (status: number, schema: object): object => ({
  responses: {
    [status]: { description: 'Fine', ...xmlContent(schema) },
    400: { description: 'Refused' },
    404: { description: 'None' },
  },
})
const placed = { ...note, properties: { ...note.properties, place: { type: 'object' } } }
const pen = {
  ...text,
  enum: ['red', 'blue', 'green', 'black', 'white', 'gold', 'grey', 'pink', 'brown', 'teal'],
}
const penned = { ...note, required: ['id', 'title', 'pen'], properties: { ...note.properties, pen } }
const mark = { type: 'object', required: ['kind'], properties: { kind, note: text } }

const mayBeNull = {
  ...tagged.properties['tags'],
  items: { type: ['string', 'null'], enum: ['in', 'out', null] },
}
const labelledOrNot = { ...note, properties: { ...note.properties, tags: mayBeNull } }

const whole = {
  ...note,
  properties: { ...note.properties, id: text, mode: { ...text, enum: ['all', 'some'] }, remark: text },
}

export const lists: Readonly<Record<string, object>> = {
  'whose records have nullable arrays of tags, with a filter by one tag': {
    '/notes': {
      get: { parameters: [query('tag', text)], ...answer(200, { type: 'array', items: labelledOrNot }) },
      post: { ...sent(labelledOrNot), ...answer(201, labelledOrNot) },
    },
    '/notes/{id}': { ...at('id'), get: answer(200, labelledOrNot), delete: gone },
  },
  'whose list is short and has no pages': {
    ...notes,
    '/notes': { get: answer(200, { type: 'array', maxItems: 5, items: note }), post: create },
  },
  'whose list requires an offset': {
    ...notes,
    '/notes': {
      get: list(
        query('offset', number, { required: true, example: 489 }),
        query('limit', { ...number, minimum: 1, maximum: 100 }),
      ),
      post: create,
    },
  },
  'whose list starts at the tenth page by default': {
    ...notes,
    '/notes': {
      get: {
        parameters: [query('page', { type: 'integer', default: 10 }), query('per_page', { type: 'integer' })],
        ...answer(200, {
          type: 'object',
          required: ['items', 'total'],
          properties: { items: { type: 'array', items: note }, total: { type: 'integer' } },
        }),
      },
      post: create,
    },
  },
  'whose list counts its items from 1': {
    ...notes,
    '/notes': {
      get: list(
        query('offset', { type: 'integer', minimum: 1, default: 1 }),
        query('limit', { ...number, minimum: 1, maximum: 100 }),
      ),
      post: create,
    },
  },
  'whose list has a parameter named after that takes a time': {
    ...notes,
    '/notes': {
      get: list(
        query('after', { ...text, format: 'date-time' }, { example: '2026-01-01T00:00:00Z' }),
        query('limit', { ...number, minimum: 1, maximum: 100 }),
      ),
      post: create,
    },
  },
  'whose forms contain arrays': {
    '/notes': {
      get: { ...answer(200, { type: 'array', items: tagged }) },
      post: { ...sent(tagged, 'multipart/form-data'), ...answer(201, tagged) },
    },
    '/notes/{id}': { ...at('id'), get: answer(200, tagged), delete: gone },
  },
  'with an example of a cursor': {
    ...notes,
    '/notes': {
      get: {
        parameters: [
          query('cursor', text, { example: 'bm90ZXM' }),
          query('limit', { ...number, minimum: 1, maximum: 100 }),
        ],
        ...answer(200, {
          type: 'object',
          required: ['items'],
          properties: { items: { type: 'array', items: note }, next_cursor: text },
        }),
      },
      post: create,
    },
  },
  'whose list takes a limit but no offset or cursor': {
    ...notes,
    '/notes': { get: list(query('limit', { ...number, minimum: 1, maximum: 5 })), post: create },
  },
  'whose list shows records without ids': {
    ...notes,
    '/notes/{id}/remarks': {
      ...at('id'),
      get: answer(200, { type: 'array', items: remark }),
      post: {
        ...sent(remark),
        responses: {
          201: { description: 'Made', content: content(remark), headers: { Location: { schema: text } } },
        },
      },
    },
    '/notes/{id}/remarks/{remark_id}': {
      ...at('id', 'remark_id'),
      get: answer(200, remark),
      delete: gone,
    },
  },
  'whose list does not show how a record stores what it was sent': {
    '/notes': {
      get: list(),
      post: { ...sent({ ...note, properties: { ...note.properties, place: text } }), ...answer(201, placed) },
    },
    '/notes/{id}': { ...at('id'), get: answer(200, placed), delete: gone },
  },
  'whose list omits its items property if it is empty': {
    '/notes': {
      get: {
        parameters: [query('pen', pen)],
        ...answer(200, {
          type: 'object',
          properties: { notes: { type: 'array', items: penned, minItems: 1 }, total: { type: 'integer' } },
        }),
      },
      post: { ...sent(penned), ...answer(201, penned) },
    },
    '/notes/{id}': { ...at('id'), get: answer(200, penned), delete: gone },
  },
  'whose list shows fewer of the sent properties than the record': {
    '/notes': {
      get: answer(200, {
        type: 'array',
        items: { ...note, properties: { ...note.properties, tags: { type: 'object' } } },
      }),
      post: { ...sent(tagged), ...answer(201, tagged) },
    },
    '/notes/{id}': { ...at('id'), get: answer(200, tagged), delete: gone },
  },
  'whose list in XML shows fewer properties than the record': {
    '/notes': {
      get: inXml(200, {
        type: 'array',
        xml: { name: 'notes', wrapped: true },
        items: { type: 'object', xml: { name: 'note' }, properties: { id: text, title: text } },
      }),
      post: {
        requestBody: { required: true, ...xmlContent(framed) },
        ...inXml(201, framed),
      },
    },
    '/notes/{id}': { ...at('id'), get: inXml(200, framed), delete: gone },
  },
  'that enumerates the possible ids and takes them in a property of another name': {
    ...notes,
    '/notes/{id}/marks': {
      ...at('id'),
      post: {
        ...sent({ type: 'object', required: ['markKind'], properties: { markKind: kind } }),
        ...answer(201, mark),
      },
    },
    '/notes/{id}/marks/{markKind}': { ...at('id', 'markKind'), get: answer(200, mark), delete: gone },
  },
  'whose list alone shows created records': {
    ...notes,
    '/notes': {
      get: list(),
      post: { ...sent(note), ...answer(201, { type: 'object', properties: { message: text } }) },
    },
  },
  'whose list, which alone shows records, has less of them than a PUT takes': {
    '/notes': {
      get: list(),
      post: { ...sent(note), ...answer(201, whole) },
      put: { ...sent({ ...whole, required: ['id'] }), ...answer(200, whole) },
    },
  },
}
