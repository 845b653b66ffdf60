import { describe, expect, it } from 'vitest'
import { type Examples, type InvalidExample, createExamples } from '../../../mock/data/document-examples.ts'
import type { Document, MediaType, NamedExample, Parameter } from '../../../spec/document.ts'
import type { Json } from '../../../spec/json.ts'
import { loadDocument } from '../../../spec/load.ts'
import { operationsOf } from '../../../spec/operations.ts'
import type { View } from '../../../spec/schema.ts'
import { createValidator } from '../../../spec/validate.ts'
import { documentOf, nodeOf } from './documents.ts'

const schemas = {
  Size: { type: 'integer', minimum: 1 },
  Good: { type: 'integer', example: 3 },
  Listed: { type: 'integer', examples: ['three', 4] },
  Defaulted: { type: 'integer', default: 5 },
  Bad: { type: 'integer', example: 'three' },
  Silent: { type: 'integer' },
  Alias: { $ref: '#/components/schemas/Good' },
  Combined: { allOf: [{ $ref: '#/components/schemas/Size' }, { example: 7 }] },
  Secret: {
    type: 'object',
    required: ['token'],
    properties: { token: { type: 'string', writeOnly: true } },
    example: {},
  },
}

interface Subject {
  readonly document: Document
  readonly examples: Examples
  readonly reports: InvalidExample[]
}

async function subject(): Promise<Subject> {
  const document = await documentOf(schemas)
  const reports: InvalidExample[] = []
  const examples = createExamples({
    document,
    validator: createValidator(document),
    report: (problem) => reports.push(problem),
  })
  return { document, examples, reports }
}

function mediaType(document: Document, schema: string | undefined, named: Record<string, Json>): MediaType {
  const pointer = '#/paths/~1x/get/responses/200/content/application~1json'
  const examples: NamedExample[] = Object.entries(named).map(([name, value]) => ({
    name,
    value,
    pointer: `${pointer}/examples/${name}`,
  }))
  return {
    type: 'application/json',
    schema: schema === undefined ? undefined : nodeOf(document, schema),
    examples,
    encoding: {},
    pointer,
  }
}

describe('examples of a schema', () => {
  it.each([
    ['example', 'Good', 3],
    ['the first valid one of examples', 'Listed', 4],
    ['the default', 'Defaulted', 5],
    ['the example behind a $ref', 'Alias', 3],
    ['combined from allOf', 'Combined', 7],
    ['missing where the example is invalid', 'Bad', undefined],
    ['missing where there is no example', 'Silent', undefined],
  ])('can be %s', async (_, name, value) => {
    const { document, examples } = await subject()
    expect(examples.ofSchema(nodeOf(document, name), 'response')).toBe(value)
  })

  it('are valid without the properties that a response hides', async () => {
    const { document, examples } = await subject()
    expect(examples.ofSchema(nodeOf(document, 'Secret'), 'response')).toEqual({})
    expect(examples.ofSchema(nodeOf(document, 'Secret'), 'request')).toBeUndefined()
  })
})

describe('examples of a media type', () => {
  it('are its own valid ones first, then those of its schema', async () => {
    const { document, examples } = await subject()
    expect(examples.ofMediaType(mediaType(document, 'Good', { broken: 'x', whole: 9 }), 'response')).toBe(9)
    expect(examples.ofMediaType(mediaType(document, 'Good', { broken: 'x' }), 'response')).toBe(3)
    expect(examples.ofMediaType(mediaType(document, undefined, { anything: 'x' }), 'response')).toBe('x')
    expect(examples.ofMediaType(mediaType(document, undefined, {}), 'response')).toBeUndefined()
  })

  it('are found by name, without a substitute for a missing or invalid one', async () => {
    const { document, examples } = await subject()
    const type = mediaType(document, 'Good', { one: 1, two: 2, broken: 'x' })
    expect(examples.ofMediaType(type, 'response', 'two')).toBe(2)
    expect(examples.ofMediaType(type, 'response', 'broken')).toBeUndefined()
    expect(examples.ofMediaType(type, 'response', 'three')).toBeUndefined()
  })

  it('can be null or false', async () => {
    const { document, examples } = await subject()
    expect(examples.ofMediaType(mediaType(document, undefined, { nothing: null }), 'response')).toBeNull()
    expect(examples.ofMediaType(mediaType(document, undefined, { no: false }), 'response')).toBe(false)
  })
})

it('reports each invalid example once with its violations', async () => {
  const { document, examples, reports } = await subject()
  for (let time = 0; time < 3; time += 1) {
    examples.ofSchema(nodeOf(document, 'Bad'), 'response')
    examples.ofMediaType(mediaType(document, 'Good', { broken: 'x' }), 'response')
  }
  expect(reports.map(({ pointer }) => pointer)).toEqual([
    '#/components/schemas/Bad/example',
    '#/paths/~1x/get/responses/200/content/application~1json/examples/broken',
  ])
  expect(reports[0]?.issues[0]).toMatchObject({ keyword: 'type' })
})

it('of the embedded document are all valid, so it is marked as verified', async () => {
  const document = await loadDocument()
  expect(chosenExamples({ ...document, verified: true })).toEqual(
    chosenExamples({ ...document, verified: false }),
  )
})

/** The examples that are chosen for each parameter, header and body. */
function chosenExamples(document: Document): readonly (Json | undefined)[] {
  const examples = createExamples({ document, validator: createValidator(document), report: () => {} })
  const ofBody = (media: MediaType, view: View): readonly (Json | undefined)[] => [
    examples.ofMediaType(media, view),
    ...media.examples.map(({ name }) => examples.ofMediaType(media, view, name)),
  ]
  const ofEach = (parameters: readonly Parameter[], view: View): readonly (Json | undefined)[] =>
    parameters.map(({ schema }) => schema && examples.ofSchema(schema, view))
  return operationsOf(document).operations.flatMap(({ parameters, requestBody, responses }) => [
    ...ofEach(parameters, 'request'),
    ...(requestBody?.content ?? []).flatMap((media) => ofBody(media, 'request')),
    ...responses.flatMap(({ headers, content }) => [
      ...ofEach(headers, 'response'),
      ...content.flatMap((media) => ofBody(media, 'response')),
    ]),
  ])
}
