import { describe, expect, it } from 'vitest'
import {
  exclusiveParameters,
  exclusivePlaces,
} from '../../../../spec/inference/constraints/exclusive-names.ts'
import { loadDocument } from '../../../../spec/load.ts'
import { operationsOf } from '../../../../spec/operations.ts'

const text = { type: 'string' }

/** The names that exclude each other in a request for a report, by the given descriptions. */
async function exclusive(
  descriptions: Readonly<Record<string, string>>,
  description = 'Makes a report.',
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
        post: {
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
  const shown = (names: readonly string[]): string => names.join(' | ')
  return [
    ...exclusiveParameters(document, operation).map(({ names }) => `?${shown(names)}`),
    ...exclusivePlaces(document, operation).flatMap(({ path, exclusive }) =>
      exclusive.map(({ names }) => [...path, shown(names)].join('/')),
    ),
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
    ['tag', 'Exactly one of `tag` or `file_id` must be given.'],
  ])('by the description of %s: %s', async (name, description) => {
    expect(await exclusive({ [name]: description })).toEqual(['tag | file_id', 'source/tag | file_id'])
  })

  it('by the description of the operation, in its body alone', async () => {
    expect(await exclusive({}, '`tag` and `file_id` are mutually exclusive.')).toEqual(['tag | file_id'])
  })

  it('each with each of a list', async () => {
    const found = await exclusive({ url: 'Only one of url, urlPath or file_id may be specified.' })
    expect(found.slice(0, 3)).toEqual(['url | urlPath', 'url | file_id', 'urlPath | file_id'])
  })

  it('one with each of several others', async () => {
    const found = await exclusive({ tag: 'Can not be used with `url` or `groups`' })
    expect(found.slice(0, 2)).toEqual(['tag | url', 'tag | groups'])
  })

  it.each([
    ['it recommends something', 'We generally recommend altering this or `file_id` but not both.'],
    ['it holds in some cases only', 'Cannot be used with `file_id` if the report is private.'],
    ['it names no other property', 'Cannot be used with deleted reports.'],
    ['it asks for one of them at least', 'At least one of `tag` and `file_id` is required.'],
    ['it says what may be used together', 'Can be used together with `file_id`.'],
    ['names are mentioned that belong together', 'Exactly one of `url`, or the `tag` / `file_id` pair.'],
  ])('unless %s', async (_, description) => {
    expect(await exclusive({ tag: description })).toEqual([])
  })
})

it('query parameters exclude each other', async () => {
  expect(await exclusive({ day: 'Cannot be combined with `since`.' })).toEqual(['?day | since'])
})
