import { beforeEach, describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'

const own = { ...integer, readOnly: true }
const at = (name: string) => ({ parameters: [{ name, in: 'path', required: true, schema: integer }] })
const creating = (schema: string, sent: object, description: string, refusal: string): object => ({
  description,
  requestBody: json(sent),
  responses: {
    201: { description: 'Created', ...json(ref(schema)) },
    404: { description: 'Unknown' },
    409: { description: refusal },
  },
})
const collection = (schema: string, ...creation: [object, string, string]): object => ({
  get: answer(200, list(ref(schema))),
  post: creating(schema, ...creation),
})
const document = {
  openapi: '3.1.0',
  info: { title: 'Quizzes', version: '1' },
  paths: {
    '/hooks': collection(
      'Hook',
      object({ url: text }),
      'At most two hooks can be registered.',
      'Too many hooks',
    ),
    '/alerts': collection(
      'Hook',
      object({ url: text }),
      'A service can have more than one alert.',
      'Too many alerts',
    ),
    '/alerts/{id}': { ...at('id'), get: answer(200, ref('Hook')) },
    '/hooks/{id}': { ...at('id'), get: answer(200, ref('Hook')), delete: answer(204) },
    '/learners': { get: answer(200, list(ref('Learner'))) },
    '/learners/{id}': { ...at('id'), get: answer(200, ref('Learner')) },
    '/quizzes': {
      get: answer(200, list(ref('Quiz'))),
      post: { requestBody: json(object({ name: text })), ...answer(201, ref('Quiz')) },
    },
    '/quizzes/{quizId}': { ...at('quizId'), get: answer(200, ref('Quiz')) },
    '/quizzes/{quizId}/attempts': {
      ...at('quizId'),
      ...collection(
        'Attempt',
        object({ learnerId: integer }),
        'A learner has at most 3 attempts per quiz. Further attempts are refused with 409.',
        'No attempts are left.',
      ),
    },
    '/attempts/{id}': { ...at('id'), get: answer(200, ref('Attempt')) },
    '/quizzes/{quizId}/reviews': {
      ...at('quizId'),
      ...collection(
        'Review',
        object({ learnerId: integer, stars: integer }),
        'Each learner can review a quiz once.',
        'This learner has reviewed the quiz already.',
      ),
    },
    '/reviews/{id}': { ...at('id'), get: answer(200, ref('Review')) },
  },
  components: {
    schemas: {
      Hook: object({ id: own, url: text }),
      Learner: object({ id: own, name: text }),
      Quiz: object({ id: own, name: text }),
      Attempt: object({ id: own, quizId: integer, learnerId: integer }),
      Review: object({ id: own, quizId: integer, learnerId: integer, stars: integer }),
    },
  },
}

it('the records at first leave room for new ones', async () => {
  const send = clientOf(await createMock({ document }))
  expect((await send('GET', '/hooks')).body).toHaveLength(1)
  expect((await send('POST', '/hooks', { url: 'https://example.com/' })).status).toBe(201)
})

describe('a creation', () => {
  let send: Send
  const statuses = async (path: string, ...bodies: readonly object[]): Promise<readonly number[]> => {
    const all: number[] = []
    for (const body of bodies) all.push((await send('POST', path, body as never)).status)
    return all
  }

  beforeEach(async () => {
    send = clientOf(await createMock({ document, selfCheck: true }))
    for (const { id } of (await send('GET', '/hooks')).body as unknown as readonly { id: number }[])
      await send('DELETE', `/hooks/${String(id)}`)
    await send('POST', '/quizzes', { name: 'Knots' })
  })

  it('is refused beyond the number that the document allows, until one is deleted', async () => {
    const hook = { url: 'https://example.com/' }
    expect(await statuses('/hooks', hook, hook, hook)).toEqual([201, 201, 409])
    const [first] = (await send('GET', '/hooks')).body as unknown as readonly { id: number }[]
    await send('DELETE', `/hooks/${String(first?.id)}`)
    expect(await statuses('/hooks', hook)).toEqual([201])
  })

  it('is not refused where more than one is allowed', async () => {
    const alert = { url: 'https://example.com/' }
    expect(await statuses('/alerts', alert, alert)).toEqual([201, 201])
  })

  it('counts only the records that belong together', async () => {
    const [one, other] = [{ learnerId: 1 }, { learnerId: 2 }]
    expect(await statuses('/quizzes/13/attempts', one, one, one, one, other)).toEqual([
      201, 201, 201, 409, 201,
    ])
  })

  it('is refused a second time where a record in the path allows one only', async () => {
    const rating = { learnerId: 1, stars: 5 }
    const other = { ...rating, learnerId: 2 }
    expect(await statuses('/quizzes/13/reviews', rating, rating, other)).toEqual([201, 409, 201])
    await send('POST', '/quizzes', { name: 'Hitches' })
    expect(await statuses('/quizzes/14/reviews', rating, rating)).toEqual([201, 409])
  })
})
