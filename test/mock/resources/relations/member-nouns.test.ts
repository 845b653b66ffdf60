import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf } from '../../client.ts'
import { answer, integer, list, object, ref, text } from '../document-parts.ts'

const at = (name: string): object => ({
  parameters: [{ name, in: 'path', required: true, schema: integer }],
})

/** A document with records of this kind, which belong to seasons. */
const documentWith = (kind: string, season: object): object => ({
  openapi: '3.1.0',
  info: { title: 'Races', version: '1' },
  paths: {
    '/seasons': { get: answer(200, list(ref('Season'))) },
    '/seasons/{id}': { ...at('id'), get: answer(200, ref('Season')) },
    [`/seasons/{seasonId}/${kind}`]: { ...at('seasonId'), get: answer(200, list(ref('Member'))) },
  },
  components: {
    schemas: {
      Season: object({ id: integer, ...season }),
      Member: object({ id: integer, seasonId: integer, name: text }),
    },
  },
})

it('those who take part are counted by what each of them has', async () => {
  const document = documentWith('registrations', { participantCount: integer })
  const send = clientOf(await createMock({ document, selfCheck: true }))
  const { body: members } = await send('GET', '/seasons/1/registrations')
  expect((await send('GET', '/seasons/1')).body).toMatchObject({
    participantCount: (members as unknown as readonly object[]).length,
  })
})

it('records may be called what every object has a member for', async () => {
  const document = documentWith('constructors', { constructorCount: integer })
  const send = clientOf(await createMock({ document, selfCheck: true }))
  const { body: members } = await send('GET', '/seasons/1/constructors')
  expect((await send('GET', '/seasons/1')).body).toMatchObject({
    constructorCount: (members as unknown as readonly object[]).length,
  })
})
