import { describe, expect, it } from 'vitest'
import {
  bodyAlternatives,
  parameterAlternatives,
  type Alternatives,
} from '../../../../spec/inference/constraints/alternatives.ts'
import { loadDocument } from '../../../../spec/load.ts'
import { operationsOf } from '../../../../spec/operations.ts'

const text = { type: 'string' }

/** The alternatives in a request for a report by the given descriptions: `a | b` that exclude each other, `a + b` of which one is needed. */
async function alternatives(
  descriptions: Readonly<Record<string, string>>,
  { description = 'Makes a report.', method = 'post' } = {},
): Promise<readonly string[]> {
  const properties = Object.fromEntries(
    ['url', 'urlPath', 'file_id', 'tag', 'groups', 's'].map((name) => [
      name,
      { ...text, ...(descriptions[name] !== undefined && { description: descriptions[name] }) },
    ]),
  )
  const document = await loadDocument({
    openapi: '3.1.0',
    info: { title: 'Reports', version: '1' },
    paths: {
      '/reports': {
        [method]: {
          description,
          requestBody: {
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: { ...properties, source: { type: 'object', properties } },
                },
              },
            },
          },
          parameters: ['since', 'day'].map((name) => ({
            name,
            in: 'query',
            schema: text,
            description: descriptions[name] ?? '',
          })),
          responses: { 201: { description: 'Made' } },
        },
      },
    },
  })
  const [operation] = operationsOf(document).operations
  if (!operation) throw new Error('There is no operation.')
  const shown = ({ exclusive, needed }: Alternatives, ...path: readonly string[]): readonly string[] => [
    ...exclusive.map(({ names }) => [...path, names.join(' | ')].join('/')),
    ...needed.map(({ names }) => [...path, names.join(' + ')].join('/')),
  ]
  return [
    ...shown(parameterAlternatives(document, operation), '?'),
    ...bodyAlternatives(document, operation).flatMap(({ path, ...each }) => shown(each, ...path)),
  ]
}

describe('properties exclude each other', () => {
  it.each([
    ['tag', 'Mutually exclusive with `file_id`.'],
    ['tag', 'A tag. This cannot be used together with *file\\_id*.'],
    ['tag', 'Must not be combined with the `file_id` property'],
    ['tag', "Can't be given in conjunction with file_id."],
    ['tag', 'This property and `file_id` are mutually exclusive.'],
    ['tag', 'Specify either `tag` or `file_id`, but not both.'],
    ['tag', 'You cannot specify both `tag` and `file_id`.'],
  ])('by the description of %s: %s', async (name, description) => {
    expect(await alternatives({ [name]: description })).toEqual(['tag | file_id', 'source/tag | file_id'])
  })

  it('by the description of the operation, in its body alone', async () => {
    expect(await alternatives({}, { description: '`tag` and `file_id` are mutually exclusive.' })).toEqual([
      'tag | file_id',
    ])
  })

  it('each with each of a list', async () => {
    const found = await alternatives({ url: 'Only one of url, urlPath or file_id may be specified.' })
    expect(found.slice(0, 3)).toEqual(['url | urlPath', 'url | file_id', 'urlPath | file_id'])
  })

  it('one with each of several others', async () => {
    const found = await alternatives({ tag: 'Can not be used with `url` or `groups`' })
    expect(found.slice(0, 2)).toEqual(['tag | url', 'tag | groups'])
  })

  it.each([
    ['it recommends something', 'We generally recommend altering this or `file_id` but not both.'],
    ['it holds in some cases only', 'Cannot be used with `file_id` if the report is private.'],
    ['it names no other property', 'Cannot be used with deleted reports.'],
    ['it says what may be used together', 'Can be used together with `file_id`.'],
    ['names are mentioned that belong together', 'Exactly one of `url`, or the `tag` / `file_id` pair.'],
  ])('unless %s', async (_, description) => {
    expect(await alternatives({ tag: description })).toEqual([])
  })
})

describe('one of several properties is needed', () => {
  it.each([
    'At least one of `tag` and `file_id` is required.',
    'Either `tag` or `file_id` must be provided.',
    'One of tag, file_id is required.',
    'You must specify at least one of `tag` or `file_id`',
    'You have to provide either the `tag` or the `file_id` parameter.',
    'Note that `tag` or `file_id` must be set.',
  ])('by a description: %s', async (description) => {
    expect(await alternatives({ tag: description })).toEqual(['tag + file_id', 'source/tag + file_id'])
  })

  it('and excludes the others where exactly one is', async () => {
    const found = await alternatives({ tag: 'Exactly one of `tag` or `file_id` must be given.' })
    expect(found.slice(0, 2)).toEqual(['tag | file_id', 'tag + file_id'])
  })

  it.each([
    ['it holds in some cases only', 'Either `tag` or `file_id` must be given if the report is private.'],
    ['it says what may be given', 'You can give either `tag` or `file_id`.'],
    ['it names no other property', 'One of the tags is required.'],
    ['it speaks of values', 'Must be one of `tag` or `other`.'],
  ])('unless %s', async (_, description) => {
    expect(await alternatives({ tag: description })).toEqual([])
  })

  it('in a partial update only by its own description', async () => {
    const tag = 'At least one of `tag` and `file_id` is required.'
    expect(await alternatives({ tag }, { method: 'patch' })).toEqual([])
    expect(await alternatives({}, { method: 'patch', description: tag })).toEqual(['tag + file_id'])
  })
})

it('query parameters exclude each other', async () => {
  expect(await alternatives({ day: 'Cannot be combined with `since`.' })).toEqual(['?/day | since'])
})
