import { beforeEach, describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, collection, integer, json, list, object, ref, text } from '../document-parts.ts'

const parameter = (name: string, schema: object = integer): object => ({
  name,
  in: 'path',
  required: true,
  schema,
})
const texts = list(text)
const none = { 204: { description: 'Done' }, 404: { description: 'None' } }
const inRepository = { parameters: [parameter('owner', text)] }
const inIssue = { parameters: [parameter('owner', text), parameter('number')] }
const sends = (property: string, schema: object = texts): object => ({
  requestBody: json(object({ [property]: schema })),
})
const tags = (more: object, status = 200): object => ({ ...more, ...answer(status, object({ tags: texts })) })
const document = {
  openapi: '3.1.0',
  info: { title: 'Desk', version: '1' },
  paths: {
    '/tickets': collection('Ticket', object({ tags: texts })),
    '/tickets/{id}': { parameters: [parameter('id')], get: answer(200, ref('Ticket')) },
    '/tickets/{id}/tags': {
      parameters: [parameter('id')],
      get: tags({}),
      post: tags({ summary: 'Set the tags', ...sends('tags') }, 201),
      put: tags({ summary: 'Add tags', ...sends('tags') }),
      delete: tags({ summary: 'Remove tags', ...sends('tags') }),
    },
    '/{owner}/labels': { ...inRepository, ...collection('Label', object({ name: text, color: text })) },
    '/{owner}/labels/{name}': {
      parameters: [parameter('owner', text), parameter('name', text)],
      get: answer(200, ref('Label')),
    },
    '/{owner}/issues': { ...inRepository, ...collection('Issue', { properties: { labels: texts } }) },
    '/{owner}/issues/{number}': { ...inIssue, get: answer(200, ref('Issue')) },
    '/{owner}/issues/{number}/labels': {
      ...inIssue,
      get: answer(200, list(ref('Label'))),
      post: { summary: 'Add labels', ...sends('labels'), ...answer(200, list(ref('Label'))) },
      put: { summary: 'Set labels', ...sends('labels'), ...answer(200, list(ref('Label'))) },
      delete: { responses: none },
    },
    '/{owner}/issues/{number}/labels/{name}': {
      parameters: [parameter('owner', text), parameter('number'), parameter('name', text)],
      delete: { responses: none },
    },
    '/{owner}/issues/{number}/assignees': {
      ...inIssue,
      post: { summary: 'Add assignees', ...sends('assignees'), ...answer(201, ref('Issue')) },
    },
    '/members': collection('Member', object({ topics: texts })),
    '/members/{id}': { parameters: [parameter('id')], get: answer(200, ref('Member')) },
    '/members/{id}/topics': {
      parameters: [parameter('id')],
      get: answer(200, object({ topics: list(ref('Topic')), total: integer })),
      post: { ...sends('topics', list(object({ name: text, status: text }))), responses: none },
    },
  },
  components: {
    schemas: {
      Ticket: object({ id: { ...integer, readOnly: true }, tags: texts }),
      Label: object({ id: { ...integer, readOnly: true }, name: text, color: text }),
      Issue: object({
        number: { ...integer, readOnly: true },
        labels: list(ref('Label')),
        assignees: list(object({ id: integer, login: text })),
      }),
      Topic: object({ id: integer, name: text }),
      Member: object({ id: { ...integer, readOnly: true }, topics: list(ref('Topic')) }),
    },
  },
}

describe('lists of names with a path of their own', () => {
  let send: Send
  const bodyOf = async (...request: Parameters<Send>): Promise<unknown> => (await send(...request)).body
  const names = (items: unknown, key = 'name'): readonly unknown[] =>
    (items as readonly Record<string, unknown>[]).map((item) => item[key])
  const created = async (path: string, sent: Record<string, string[]>, id = 'id'): Promise<string> =>
    `${path}/${String(((await bodyOf('POST', path, sent)) as Record<string, unknown>)[id])}`
  const issueWith = async (labels: string[]): Promise<string> => created('/ada/issues', { labels }, 'number')
  const labelsOf = async (issue: string): Promise<readonly unknown[]> =>
    names(((await bodyOf('GET', issue)) as Record<string, unknown>)['labels'])

  beforeEach(async () => {
    send = clientOf(await createMock({ document, selfCheck: true }))
    await send('POST', '/ada/labels', { name: 'bug', color: 'red' })
    await send('POST', '/ada/labels', { name: 'docs', color: 'green' })
  })

  it('texts are added, set and removed, as the summaries say, in the record', async () => {
    const ticket = await created('/tickets', { tags: ['vip'] })
    expect(await bodyOf('PUT', `${ticket}/tags`, { tags: ['late', 'vip'] })).toEqual({
      tags: ['vip', 'late'],
    })
    expect(await bodyOf('DELETE', `${ticket}/tags`, { tags: ['vip'] })).toEqual({ tags: ['late'] })
    expect(await bodyOf('POST', `${ticket}/tags`, { tags: ['new'] })).toEqual({ tags: ['new'] })
    expect(await bodyOf('GET', `${ticket}/tags`)).toEqual({ tags: ['new'] })
    expect(await bodyOf('GET', ticket)).toMatchObject({ tags: ['new'] })
  })

  it('a record that is created with names shows the records called so', async () => {
    expect(await bodyOf('POST', '/ada/issues', { labels: ['docs'] })).toMatchObject({
      labels: [{ name: 'docs', color: 'green' }],
    })
  })

  it('a name adds the record called so, which the record above shows', async () => {
    const issue = await issueWith(['bug'])
    expect(await bodyOf('POST', `${issue}/labels`, { labels: ['docs'] })).toMatchObject([
      { name: 'bug', color: 'red' },
      { name: 'docs', color: 'green' },
    ])
    expect(await labelsOf(issue)).toEqual(['bug', 'docs'])
  })

  it('names replace all others', async () => {
    const issue = await issueWith(['bug'])
    await send('PUT', `${issue}/labels`, { labels: ['docs'] })
    expect(await labelsOf(issue)).toEqual(['docs'])
  })

  it('a name in the path is taken from the list, or there is none', async () => {
    const issue = await issueWith(['bug', 'docs'])
    expect((await send('DELETE', `${issue}/labels/bug`)).status).toBe(204)
    expect(await labelsOf(issue)).toEqual(['docs'])
    expect((await send('DELETE', `${issue}/labels/bug`)).status).toBe(404)
    expect((await send('GET', '/ada/labels/bug')).status).toBe(200)
  })

  it('all are taken from the list at once', async () => {
    const issue = await issueWith(['bug', 'docs'])
    await send('DELETE', `${issue}/labels`)
    expect(await labelsOf(issue)).toEqual([])
  })

  it('a name of what nobody has created makes one', async () => {
    const issue = await issueWith([])
    const { assignees } = (await bodyOf('POST', `${issue}/assignees`, { assignees: ['grace'] })) as {
      assignees: unknown
    }
    expect(names(assignees, 'login')).toEqual(['grace'])
  })

  it('inactive ones are removed, and their number is told', async () => {
    const member = await created('/members', { topics: ['art', 'music'] })
    const topics = [
      { name: 'art', status: 'inactive' },
      { name: 'film', status: 'active' },
    ]
    expect((await send('POST', `${member}/topics`, { topics })).status).toBe(204)
    const body = (await bodyOf('GET', `${member}/topics`)) as { topics: unknown; total: number }
    expect(names(body.topics)).toEqual(['music', 'film'])
    expect(body.total).toBe(2)
  })
})

describe('a list of names or objects', () => {
  const nameOrLabel = { oneOf: [text, object({ name: text, color: text })] }
  const either = { oneOf: [object({ labels: texts }), texts, text] }
  const notes = {
    openapi: '3.1.0',
    info: { title: 'Notes', version: '1' },
    paths: {
      '/notes': collection('Note', { properties: { labels: texts } }),
      '/notes/{id}': { parameters: [parameter('id')], get: answer(200, ref('Note')) },
      '/notes/{id}/labels': {
        parameters: [parameter('id')],
        get: answer(200, list(object({ name: text, color: text }))),
        post: {
          summary: 'Add labels',
          requestBody: json(either),
          ...answer(200, list(object({ name: text, color: text }))),
        },
      },
    },
    components: {
      schemas: { Note: object({ id: { ...integer, readOnly: true }, labels: list(nameOrLabel) }) },
    },
  }

  it.each([[{ labels: ['new'] }], [['new']], ['new']])('takes %j, and shows objects', async (added) => {
    const send = clientOf(await createMock({ document: notes, selfCheck: true }))
    const { body } = await send('POST', '/notes', { labels: ['old'] })
    const path = `/notes/${String((body as { id: number }).id)}/labels`
    expect((await send('POST', path, added)).status).toBe(200)
    expect((await send('GET', path)).body).toMatchObject([{ name: 'old' }, { name: 'new' }])
  })
})
