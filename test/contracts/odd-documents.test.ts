import { expect, it } from 'vitest'
import { runContract } from '../../contracts/index.ts'
import { createMock } from '../../mock/index.ts'

const text = { type: 'string' }
const content = (schema: object): object => ({ 'application/json': { schema } })
const answer = (status: number, schema: object, others: object = {}): object => ({
  responses: {
    [status]: { description: 'Fine', content: content(schema) },
    400: { description: 'Refused' },
    404: { description: 'None' },
    ...others,
  },
})
const note = {
  type: 'object',
  required: ['id', 'title'],
  properties: { id: { ...text, readOnly: true }, title: { ...text, minLength: 1, maxLength: 30 } },
}
const sent = (schema: object, type = 'application/json'): object => ({
  requestBody: { required: true, content: { [type]: { schema } } },
})
const listOf = (items: object): object => answer(200, { type: 'array', items })
const list = (...parameters: readonly object[]): object => ({ parameters, ...listOf(note) })
const query = (name: string, schema: object, more: object = {}): object => ({
  name,
  in: 'query',
  schema,
  ...more,
})
const create = { ...sent(note), ...answer(201, note) }
const read = answer(200, note)
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
const stamped = { ...note, properties: { ...note.properties, stamp: { ...text, readOnly: true } } }
const weight = (schema: object): object => ({
  responses: { 200: { description: 'Fine', content: content(schema) } },
})
const gone = { responses: { 204: { description: 'Gone' }, 404: { description: 'None' } } }
const at = (...names: readonly string[]): { readonly parameters: readonly object[] } => ({
  parameters: names.map((name) => ({ name, in: 'path', required: true, schema: text })),
})
const notes = {
  '/notes': { get: list(), post: create },
  '/notes/{id}': { ...at('id'), get: read, delete: gone },
}
const number = { type: 'integer', minimum: 0, maximum: 500 }
const tagged = {
  ...note,
  properties: { ...note.properties, tags: { type: 'array', items: text, minItems: 0 } },
}

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

const remark = { type: 'object', required: ['text'], properties: { text } }
const placed = { ...note, properties: { ...note.properties, place: { type: 'object' } } }
const urgent = {
  ...note,
  required: ['id', 'package_id'],
  properties: { ...note.properties, package_id: text },
}
const pen = {
  ...text,
  enum: ['red', 'blue', 'green', 'black', 'white', 'gold', 'grey', 'pink', 'brown', 'teal'],
}
const penned = { ...note, required: ['id', 'title', 'pen'], properties: { ...note.properties, pen } }
const filed = { ...note, properties: { ...note.properties, folder_id: text } }
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
const named = {
  type: 'object',
  required: ['name'],
  properties: { name: { ...text, pattern: '^[A-Z]{3,9}$', readOnly: true }, title: text },
}
const kind = { ...text, enum: ['star', 'flag', 'tick'] }
const mark = { type: 'object', required: ['kind'], properties: { kind, note: text } }
const numbered = { ...note, properties: { ...note.properties, id: { type: 'integer' } } }
const option = {
  type: 'object',
  required: ['key', 'value'],
  properties: { key: { type: 'string', enum: ['font', 'size', 'tint'] }, value: text },
}

const odd: Readonly<Record<string, object>> = {
  'whose list wants to be told where to begin': {
    ...notes,
    '/notes': {
      get: list(
        query('offset', number, { required: true, example: 489 }),
        query('limit', { ...number, minimum: 1, maximum: 100 }),
      ),
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
  'whose list takes a time for what comes after': {
    ...notes,
    '/notes': {
      get: list(
        query('after', { ...text, format: 'date-time' }, { example: '2026-01-01T00:00:00Z' }),
        query('limit', { ...number, minimum: 1, maximum: 100 }),
      ),
      post: create,
    },
  },
  'with content in a GET': {
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
  'whose operations are told apart by a query': {
    ...notes,
    '/notes/{id}?long=true': { ...at('id'), get: read, delete: gone },
    '/notes/{id}/weight': { ...at('id'), get: weight({ type: 'integer' }) },
    '/notes/{id}/weight?exact=true': { ...at('id'), get: weight(text) },
  },
  'whose PUT of a part makes what is not there': {
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
  'whose forms hold lists': {
    '/notes': {
      get: { ...answer(200, { type: 'array', items: tagged }) },
      post: { ...sent(tagged, 'multipart/form-data'), ...answer(201, tagged) },
    },
    '/notes/{id}': { ...at('id'), get: answer(200, tagged), delete: gone },
  },
  'where one operation takes text and others do not': {
    ...notes,
    '/words': {
      post: {
        requestBody: { required: true, content: { ...content(note), 'text/plain': { schema: text } } },
        ...answer(200, text),
      },
    },
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
  'with a parameter that no value fits': {
    ...notes,
    '/ratings/{stars}': {
      parameters: [
        { name: 'stars', in: 'path', required: true, schema: { type: 'integer', enum: ['1', '2'] } },
      ],
      get: answer(200, { type: 'array', items: text }),
    },
  },
  'that refuses ids of nothing': {
    '/groups': { get: list(), post: create },
    '/groups/{group_id}/terms': {
      parameters: [
        { name: 'group_id', in: 'path', required: true, schema: { type: 'integer', format: 'int64' } },
      ],
      get: { responses: { 200: { description: 'Terms' }, 400: { description: 'Refused' } } },
    },
  },
  'whose list takes a limit, and cannot be asked for more': {
    ...notes,
    '/notes': { get: list(query('limit', { ...number, minimum: 1, maximum: 5 })), post: create },
  },
  'whose change names the record in its content, and one of its kind': {
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
  'whose keys are few, and refused where they are taken': {
    ...notes,
    '/options': {
      get: answer(200, { type: 'array', items: option }),
      post: { ...sent(option), ...answer(201, option, { 422: { description: 'Taken' } }) },
    },
    '/options/{key}': { ...at('key'), get: answer(200, option), delete: gone },
  },
  'whose paths say which format is wanted': {
    '/notes.{format}': { ...at('format'), get: list(), post: create },
    '/notes/{id}.{format}': {
      ...at('id', 'format'),
      get: read,
      delete: gone,
    },
  },
  'whose records in lists have no ids': {
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
  'that sends what is no type of content': {
    ...notes,
    '/words': {
      post: {
        requestBody: { required: true, content: { 'text/plain; utf-8': { schema: text } } },
        responses: { 200: { description: 'Taken' }, 415: { description: 'Of no use' } },
      },
    },
  },
  'whose list does not tell what a record makes of what it was sent': {
    '/notes': {
      get: list(),
      post: { ...sent({ ...note, properties: { ...note.properties, place: text } }), ...answer(201, placed) },
    },
    '/notes/{id}': { ...at('id'), get: answer(200, placed), delete: gone },
  },
  'whose packages end, of which priority packages tell': {
    '/packages': { get: list(), post: create },
    '/packages/{package_id}': {
      ...at('package_id'),
      get: read,
      delete: { summary: 'Delete a package', ...gone },
    },
    '/priority-packages': {
      get: answer(200, { type: 'array', items: urgent }),
      post: { ...sent(urgent), ...answer(201, urgent) },
    },
    '/priority-packages/{id}': { ...at('id'), get: answer(200, urgent), delete: gone },
  },
  'whose file manager has files, and folders that end': {
    '/file-manager/folders': { get: list(), post: create },
    '/file-manager/folders/{folder_id}': {
      ...at('folder_id'),
      get: read,
      delete: { summary: 'Delete a folder of the file manager', ...gone },
    },
    '/file-manager/files': {
      get: answer(200, { type: 'array', items: filed }),
      post: { ...sent(filed), ...answer(201, filed) },
    },
    '/file-manager/files/{id}': { ...at('id'), get: answer(200, filed), delete: gone },
  },
  'that lets a change set what it calls readOnly where it is read': {
    '/notes': { get: list(), post: { ...sent(note), ...answer(201, stamped) } },
    '/notes/{id}': {
      ...at('id'),
      get: answer(200, stamped),
      patch: { ...sent({ type: 'object', properties: { stamp: text } }), ...answer(200, stamped) },
      delete: gone,
    },
  },
  'with another kind of JSON, which shows links': {
    '/notes': {
      get: inBoth(200, { type: 'array', items: closed }, { type: 'array', items: linked }),
      post: { ...sent(note), ...inBoth(201, closed, linked) },
    },
    '/notes/{id}': { ...at('id'), get: inBoth(200, closed, linked), delete: gone },
  },
  'that describes the ids in its paths as content': {
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
  'that asks for what nothing can be': {
    ...notes,
    '/notes/found': {
      get: {
        parameters: [query('words', { type: 'array', items: text, enum: ['a', 'b'] }, { required: true })],
        responses: { 200: { description: 'Fine', content: content({}) }, 404: { description: 'None' } },
      },
    },
  },
  'that tells the number of the note made last': {
    ...notes,
    '/settings': {
      get: answer(200, {
        type: 'object',
        required: ['lastNoteNumber'],
        properties: { lastNoteNumber: { type: 'integer', enum: [12] } },
      }),
    },
  },
  'whose list leaves out its notes where there are none': {
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
  'that names no type of its content': {
    ...notes,
    '/notes/{id}/picture': {
      ...at('id'),
      get: { responses: { 200: { description: 'Drawn', content: { '*': { schema: text } } } } },
    },
  },
  'with records in two places that have one name': {
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
  'whose change of a record can be sent nothing': {
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
  'whose list shows less of what was sent than the record does': {
    '/notes': {
      get: answer(200, {
        type: 'array',
        items: { ...note, properties: { ...note.properties, tags: { type: 'object' } } },
      }),
      post: { ...sent(tagged), ...answer(201, tagged) },
    },
    '/notes/{id}': { ...at('id'), get: answer(200, tagged), delete: gone },
  },
  'whose list in XML says nothing of what the record has': {
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
  'that asks for what it does not describe': {
    '/notes': {
      get: list(),
      post: {
        ...sent({ type: 'object', required: ['title'], properties: { id: text } }),
        ...answer(201, note),
      },
    },
    '/notes/{id}': { ...at('id'), get: read, delete: gone },
  },
  'whose read has to be asked by a query that a change need not have': {
    '/notes': { get: list(), post: create },
    '/notes/{id}': {
      ...at('id'),
      get: { parameters: [query('of', text, { required: true })], ...read },
      patch: { ...sent({ type: 'object', properties: { title: note.properties.title } }), ...read },
      delete: gone,
    },
  },
  'whose records may be sent ids that no path takes': {
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
  'that tells a default only where a record is written': {
    '/notes': { get: listOf(drawn), post: { ...sent(draft), ...answer(201, drawn) } },
    '/notes/{id}': {
      ...at('id'),
      get: answer(200, drawn),
      put: { ...sent(draft), ...answer(200, drawn) },
      delete: gone,
    },
  },
  'that lets clients write what is read-only in the record': {
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
  'whose paths take more names than its records can have': {
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
  'that lists the few ids there are, and has them sent by another name': {
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
  'with an answer of no resource below a record': {
    ...notes,
    '/notes/{id}/weight': {
      ...at('id'),
      get: answer(200, { type: 'object', properties: { grams: number } }),
    },
  },
}

it.each(Object.entries(odd))('nothing is said against the mock of a document %s', async (_, paths) => {
  const document = { openapi: '3.1.0', info: { title: 'Notes', version: '1' }, paths }
  const mock = await createMock({ document })
  const { findings, summary } = await runContract({ target: mock, document })
  expect(findings.map(({ check, operation, message }) => `${check} ${operation}: ${message}`)).toEqual([])
  expect(summary.requests).toBeGreaterThan(50)
})

it('nothing is said against a PUT that changes what it is sent, and need not be sent anything', async () => {
  const open = { ...note, required: ['id'] }
  const paths = {
    '/notes': { post: { ...sent(open), ...answer(201, open) } },
    '/notes/{id}': { ...at('id'), get: answer(200, open), put: { ...sent(open), ...answer(200, open) } },
  }
  const kept = new Map<string, object>()
  const { findings, summary } = await runContract({
    document: { openapi: '3.1.0', info: { title: 'Notes', version: '1' }, paths },
    phases: ['stateful'],
    async target(request: Request) {
      const { method, url } = request
      const isNew = method === 'POST'
      const id = isNew ? `n${String(kept.size)}` : decodeURIComponent(url.split('/').at(-1) ?? '')
      if (!isNew && !kept.has(id)) return new Response(null, { status: 404 })
      if (isNew || method === 'PUT')
        kept.set(id, { ...kept.get(id), ...((await request.json()) as object), id })
      return Response.json(kept.get(id), { status: isNew ? 201 : 200 })
    },
  })
  expect(findings.map(({ message }) => message)).toEqual([])
  expect(summary.requests).toBeGreaterThan(10)
})

it.each([404, 400])('nothing is said of %s where what the path names had to be made up', async (status) => {
  const get = { responses: { 200: { description: 'Fine' }, [status]: { description: 'Refused' } } }
  const { findings, summary } = await runContract({
    document: {
      openapi: '3.1.0',
      info: { title: 'Words', version: '1' },
      paths: { '/words/{word}/rhymes': { ...at('word'), get } },
    },
    target: ({ method }: Request) =>
      new Response(null, method === 'GET' ? { status } : { status: 405, headers: { allow: 'GET' } }),
  })
  expect(findings.map(({ message }) => message)).toEqual([])
  expect(summary.requests).toBeGreaterThan(1)
})

it('nothing is said of 404 to what reads an only record that may have been deleted', async () => {
  const note = {
    parameters: [query('of', text, { example: 'Emma' })],
    get: { responses: { 200: { description: 'Fine', content: content(remark) } } },
    delete: { responses: { 204: { description: 'Gone' } } },
  }
  const { findings, summary } = await runContract({
    document: { openapi: '3.1.0', info: { title: 'Note', version: '1' }, paths: { '/note': note } },
    phases: ['examples'],
    target({ method, url }: Request) {
      if (method === 'DELETE') return new Response(null, { status: 204 })
      return url.endsWith('Emma') ? new Response(null, { status: 404 }) : Response.json({ text: 'A note' })
    },
  })
  expect(findings.map(({ message }) => message)).toEqual([])
  expect(summary.requests).toBeGreaterThan(2)
})

it('nothing is asked of what is spoken in another protocol only', async () => {
  const paths = {
    ...notes,
    '/live': { get: { operationId: 'live', responses: { 101: { description: 'Upgrade' } } } },
  }
  const asked: string[] = []
  await runContract({
    document: { openapi: '3.1.0', info: { title: 'Notes', version: '1' }, paths },
    target({ url }: Request) {
      asked.push(new URL(url).pathname)
      return new Response(null, { status: 400 })
    },
  })
  expect(asked).toContain('/notes')
  expect(asked).not.toContain('/live')
})
