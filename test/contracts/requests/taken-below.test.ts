import { expect, it } from 'vitest'
import { recordContract } from '../../../contracts/index.ts'
import { createMock } from '../../../mock/index.ts'
import { answer, at, gone, kept, listOf, note, sent, text } from '../support/document-parts.ts'

const documentWith = (weight: object): object => {
  const page = {
    type: 'object',
    required: ['number', 'weight'],
    properties: {
      number: { type: 'integer', minimum: 1, maximum: 3 },
      weight: { type: 'number', minimum: 0, maximum: 90, ...weight },
    },
  }
  const shown = { ...page, properties: { id: { ...text, readOnly: true }, ...page.properties } }
  return {
    openapi: '3.1.0',
    info: { title: 'Books', version: '1' },
    paths: {
      '/books': kept(note),
      '/books/{id}': { ...at('id'), get: answer(200, note), delete: gone },
      '/books/{id}/pages': {
        ...at('id'),
        get: listOf(shown),
        post: {
          operationId: 'addPage',
          ...sent(page),
          ...answer(201, shown, { 409: { description: 'The book already has a page with this `number`.' } }),
        },
      },
    },
  }
}

it('a record that has to be unique below its parent is sent below another one, so that other mistakes are noticed', async () => {
  const { findings, cases } = await recordContract({
    document: documentWith({ multipleOf: 0.5 }),
    only: 'coverage/addPage/body/*',
    target: await createMock({ document: documentWith({}), world: 'empty' }),
  })
  expect(findings.map(({ check, message }) => `${check}: ${message}`)).toEqual([
    expect.stringMatching(/^invalid-refused: .*not a multiple of 0\.5, to be refused; got 201/),
  ])
  expect(cases.filter(({ verdict }) => verdict.kind === 'inconclusive')).toEqual([])
})
