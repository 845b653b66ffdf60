import { expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { fetchFrom } from '../../../../../mock/adapters/fetch.ts'
import { createMock } from '../../../../../mock/index.ts'

const text = { type: 'string' }
const record = (name: string): object => ({
  type: 'object',
  required: ['id', name],
  properties: { id: { ...text, readOnly: true }, [name]: { ...text, minLength: 1 } },
})
const answer = (schema: object, status = '200'): object => ({
  responses: {
    [status]: { description: 'Fine', content: { 'application/json': { schema } } },
    '4XX': { description: 'Refused' },
  },
})
const list = (name: string): object => ({ get: answer({ type: 'array', items: record(name) }) })
const add = (name: string): object => ({
  post: {
    requestBody: { required: true, content: { 'application/json': { schema: record(name) } } },
    ...answer(record(name), '201'),
  },
})
const at = (...names: readonly string[]): object => ({
  parameters: names.map((name) => ({ name, in: 'path', required: true, schema: text })),
})

const document = {
  openapi: '3.1.0',
  info: { title: 'Papers', version: '1' },
  paths: {
    '/status': { get: answer({ type: 'object' }) },
    '/papers': { ...list('title'), ...add('title') },
    '/papers/{paper}': { ...at('paper'), get: answer(record('title')) },
    '/papers/{paper}/drafts': { ...at('paper'), ...list('name'), ...add('name') },
    '/papers/{paper}/drafts/{draft}': { ...at('paper', 'draft'), get: answer(record('name')) },
    '/papers/{paper}/drafts/{draft}/notes': { ...at('paper', 'draft'), ...list('note') },
  },
}

it('does not blame a GET for records that the runner created to send it', async () => {
  const mock = await createMock({ document, world: 'empty' })
  const target = async (request: Request): Promise<Response> => fetchFrom(mock, request)
  const report = await runContract({ target, document })
  expect(report.findings.map(({ message }) => message)).toEqual([])
  expect(report.summary.requests).toBeGreaterThan(20)
})

it('does not apply a sentence about paper templates to papers', async () => {
  const template = record('title')
  const paper = {
    type: 'object',
    required: ['id', 'paperTemplateId'],
    properties: { id: { ...text, readOnly: true }, paperTemplateId: text },
  }
  const create = (schema: object): object => ({
    post: {
      requestBody: { required: true, content: { 'application/json': { schema } } },
      ...answer(schema, '201'),
    },
  })
  const noContent = { responses: { 204: { description: 'Gone' }, '4XX': { description: 'Refused' } } }
  const described = {
    ...document,
    paths: {
      '/paperTemplates': { get: answer({ type: 'array', items: template }), ...create(template) },
      '/paperTemplates/{paperTemplateId}': {
        ...at('paperTemplateId'),
        get: answer(template),
        delete: { description: 'Deletes the specified paper template.', ...noContent },
      },
      '/papers': { get: answer({ type: 'array', items: paper }), ...create(paper) },
      '/papers/{paperId}': { ...at('paperId'), get: answer(paper), delete: noContent },
    },
  }
  const mock = await createMock({ document: described, world: 'empty' })
  const target = async (request: Request): Promise<Response> => fetchFrom(mock, request)
  const { findings } = await runContract({ target, document: described })
  expect(findings.map(({ message }) => message)).toEqual([])
})
