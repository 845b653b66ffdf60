import { expect, it } from 'vitest'
import { createMock } from '../../../../../mock/index.ts'
import { clientOf } from '../../../client.ts'
import { answer, integer, list, object, ref, text } from '../../document-parts.ts'

const at = (name: string): object => ({
  parameters: [{ name, in: 'path', required: true, schema: integer }],
})

/** A document with records of this kind, which belong to seasons that count them. */
const documentWith = (kind: string, count: string): object => ({
  openapi: '3.1.0',
  info: { title: 'Races', version: '1' },
  paths: {
    '/seasons': { get: answer(200, list(ref('Season'))) },
    '/seasons/{id}': { ...at('id'), get: answer(200, ref('Season')) },
    [`/seasons/{seasonId}/${kind}`]: { ...at('seasonId'), get: answer(200, list(ref('Member'))) },
  },
  components: {
    schemas: {
      Season: object({ id: integer, [count]: integer }),
      Member: object({ id: integer, seasonId: integer, name: text }),
    },
  },
})

it.each([
  ['those who take part are counted by what each of them has', 'registrations', 'participantCount'],
  ['records may be called what every object has a member for', 'constructors', 'constructorCount'],
])('%s', async (_, kind, count) => {
  const send = clientOf(await createMock({ document: documentWith(kind, count), selfCheck: true }))
  const { body: members } = await send('GET', `/seasons/1/${kind}`)
  expect((await send('GET', '/seasons/1')).body).toMatchObject({
    [count]: (members as unknown as readonly object[]).length,
  })
})
