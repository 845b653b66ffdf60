import { expect, it } from 'vitest'
import { answer, at, gone, listOf, sent, text } from '../../../../support/document-parts.ts'
import { findingsByRule } from '../../../../support/findings-by-rule.ts'

const room = {
  type: 'object',
  required: ['id', 'label', 'floor', 'building'],
  properties: {
    id: { ...text, readOnly: true },
    label: text,
    floor: { enum: ['low', 'high'] },
    building: text,
  },
}
const findingsOf = findingsByRule(
  (rule) => ({
    openapi: '3.1.0',
    info: { title: 'Rooms', version: '1' },
    paths: {
      '/rooms': {
        get: listOf(room),
        post: {
          description: rule,
          ...sent(room),
          ...answer(201, room, { 409: { description: 'Conflict' } }),
        },
      },
      '/rooms/{id}': { ...at('id'), get: answer(200, room), delete: gone },
    },
  }),
  'stateful/rooms/shared-alone-*',
)

it.each([
  ['The combination of label and floor must be unique.', 'The label must be unique.', 'label', 'floor'],
  [
    '409 if the combination of building and label is taken.',
    '409 if the building is taken.',
    'building',
    'label',
  ],
])('reports that a value has to be unique that may be shared: %s', async (rule, own, property, other) => {
  expect(await findingsOf(rule, own)).toEqual([
    `valid-accepted: /rooms: values that records may share if others differ, by POST /rooms: expected a request with the ${property} of another record, but another ${other}, to be accepted; got 409 (Another room has this ${property}.).`,
  ])
})

it('has no finding where only the combination has to be unique', async () => {
  const rule = 'The combination of label and floor must be unique.'
  expect(await findingsOf(rule, rule)).toEqual([])
})

it('has no finding where the document says that the value has to be unique as well', async () => {
  const rule = 'The combination of label and floor must be unique. The building must be unique.'
  expect(await findingsOf(rule, 'The building must be unique.')).toEqual([])
})

it('has no finding where everything is refused after the first record', async () => {
  const rule = 'The combination of label and floor must be unique.'
  expect(await findingsOf(rule, 'There can be at most 1 room; 409 otherwise.')).toEqual([])
})
