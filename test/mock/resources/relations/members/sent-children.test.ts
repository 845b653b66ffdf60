import { expect, it } from 'vitest'
import { createMock } from '../../../../../mock/index.ts'
import { clientOf } from '../../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../../document-parts.ts'

const id = { name: 'id', in: 'path', required: true, schema: integer }
const newLine = {
  type: 'object',
  required: ['text'],
  properties: { text, points: { ...integer, default: 1 }, note: { type: ['string', 'null'] } },
}
const documentWith = (below: string): object => ({
  openapi: '3.1.0',
  info: { title: 'Quizzes', version: '1' },
  paths: {
    '/quizzes': {
      get: answer(200, list(ref('Quiz'))),
      post: {
        requestBody: json({
          type: 'object',
          required: ['title'],
          properties: { title: text, questions: list(newLine) },
        }),
        ...answer(201, ref('Quiz')),
      },
    },
    '/quizzes/{id}': { parameters: [id], get: answer(200, ref('Quiz')) },
    '/quizzes/{id}/questions': {
      parameters: [id],
      get: answer(200, list(ref('Question'))),
      post: { requestBody: json(newLine), ...answer(201, ref('Question')) },
    },
    [below]: {
      parameters: below.includes('{id}/') ? [id, { ...id, name: 'question' }] : [{ ...id, name: 'question' }],
      get: answer(200, ref('Question')),
    },
  },
  components: {
    schemas: {
      Quiz: object({
        id: integer,
        title: text,
        question_count: integer,
        max_points: { ...integer, description: 'Sum of the points of all questions.' },
      }),
      Question: object({
        id: integer,
        quiz_id: integer,
        text,
        points: integer,
        note: { type: ['string', 'null'] },
      }),
    },
  },
})

it.each(['/questions/{question}', '/quizzes/{id}/questions/{question}'])(
  'a creation creates the records that are sent along with the new one (%s)',
  async (below) => {
    const send = clientOf(await createMock({ document: documentWith(below) as never, selfCheck: true }))
    const questions = [{ text: 'Why?' }, { text: 'How?', points: 3, note: 'Hard' }]
    const made = await send('POST', '/quizzes', { title: 'Test', questions })
    expect(made).toMatchObject({ status: 201, body: { title: 'Test', question_count: 2, max_points: 4 } })
    const { id: quizId } = made.body as { readonly id: number }
    expect((await send('GET', `/quizzes/${String(quizId)}/questions`)).body).toMatchObject([
      { quiz_id: quizId, text: 'Why?', points: 1, note: null },
      { quiz_id: quizId, text: 'How?', points: 3, note: 'Hard' },
    ])
    expect((await send('GET', `/quizzes/${String(quizId)}`)).body).toEqual(made.body)
  },
)
