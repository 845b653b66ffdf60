import { describe, expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { createMock } from '../../../../../mock/index.ts'
import { answer, at, gone, query, sent, text } from '../../../support/document-parts.ts'

const visit = {
  type: 'object',
  required: ['title', 'startsAt', 'address'],
  properties: {
    id: { ...text, readOnly: true },
    title: { ...text, minLength: 1 },
    startsAt: { type: 'string', format: 'date-time' },
    address: { type: 'object', required: ['city'], properties: { city: { ...text, minLength: 1 } } },
  },
}
const documentWith = (parameter: object): object => ({
  openapi: '3.1.0',
  info: { title: 'Visits', version: '1' },
  paths: {
    '/visits': {
      get: { parameters: [parameter], ...answer(200, { type: 'array', items: visit }) },
      post: { ...sent(visit), ...answer(201, visit) },
    },
    '/visits/{id}': { ...at('id'), get: answer(200, visit), delete: gone },
  },
})

const moment = { type: 'string', format: 'date-time' }
const day = { type: 'string', format: 'date' }
const withText = (name: string, schema: object, description: string): object =>
  documentWith(query(name, schema, { description }))
const city = (description: string): object => withText('city', text, description)

/** What is found in a service that keeps to the document `served`. */
async function findingsOf(document: object, served: object): Promise<readonly string[]> {
  const { findings } = await runContract({
    document,
    only: 'stateful/visits/query-*',
    target: await createMock({ document: served }),
  })
  return findings.map(({ check, severity, message }) => `${severity} ${check}: ${message}`)
}

const ignoring = documentWith(query('other', text))

describe('a filter by', () => {
  it.each([
    ['a property in an object', city('Only visits in this city.')],
    ['a time', withText('from', moment, 'Only visits that start at this time or later.')],
    ['a day', withText('to', day, 'Only visits that start before this day.')],
  ])('%s that is ignored is reported', async (_, document) => {
    expect(await findingsOf(document, document)).toEqual([])
    expect(await findingsOf(document, ignoring)).toEqual([
      expect.stringMatching(/^error list-filter: .*expected only items that match/),
    ])
  })

  it.each([
    ['from', 'at this time or later', 'after this time', /every item that matches from=/],
    ['to', 'before this time', 'at this time or earlier', /only items that match to=/],
  ])('a time, %s, that is taken to mean "%3$s" is reported', async (name, stated, kept, message) => {
    const by = (bound: string): object => withText(name, moment, `Only visits that start ${bound}.`)
    expect(await findingsOf(by(stated), by(stated))).toEqual([])
    expect(await findingsOf(by(stated), by(kept))).toEqual([expect.stringMatching(message)])
  })

  it('a property in an object is a warning if only its name tells it', async () => {
    expect(await findingsOf(documentWith(query('city', text)), ignoring)).toEqual([
      expect.stringMatching(/^warning list-filter: /),
    ])
  })
})
