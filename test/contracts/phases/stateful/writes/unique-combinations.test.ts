import { expect, it } from 'vitest'
import { answer, at, gone, kept, listOf, note, sent, text } from '../../../support/document-parts.ts'
import { findingsByRule } from '../../../support/findings-by-rule.ts'

const like = {
  type: 'object',
  required: ['id', 'postId', 'fanId'],
  properties: { id: { ...text, readOnly: true }, postId: text, fanId: text, remark: text },
}
const item = (schema: object): object => ({ ...at('id'), get: answer(200, schema), delete: gone })

const documentWith = (rule: string): object => ({
  openapi: '3.1.0',
  info: { title: 'Likes', version: '1' },
  paths: {
    '/posts': kept(note),
    '/posts/{id}': item(note),
    '/fans': kept(note),
    '/fans/{id}': item(note),
    '/likes': {
      get: listOf(like),
      post: { description: rule, ...sent(like), ...answer(201, like, { 409: { description: 'Conflict' } }) },
    },
    '/likes/{id}': item(like),
  },
})

const findingsOf = findingsByRule(documentWith, 'stateful/likes/refused-*')

const rules = ['409 if the fan likes the post already.', 'A fan can like a post only once.']

it.each(rules)('reports a second record with the same references that is accepted: %s', async (rule) => {
  expect(await findingsOf(rule, '')).toEqual([
    expect.stringMatching(/^invalid-refused: .*the values of an existing record to be refused; got 201/),
  ])
})

it.each(rules)('accepts a service that refuses it: %s', async (rule) => {
  expect(await findingsOf(rule, rule)).toEqual([])
})
