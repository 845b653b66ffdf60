import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'

it.each(['name', 'title'])(
  'a list in alphabetical order is ordered by the %s of its records',
  async (property) => {
    const document = {
      openapi: '3.1.0',
      info: { title: 'Courses', version: '1' },
      paths: {
        '/courses': {
          get: { description: 'In alphabetical order.', ...answer(200, list(ref('Course'))) },
          post: { requestBody: json(ref('Course')), ...answer(201, ref('Course')) },
        },
      },
      components: { schemas: { Course: object({ id: integer, [property]: text, provider: text }) } },
    }
    const send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
    for (const [id, word] of ['Pears', 'Apples', 'Figs'].entries())
      await send('POST', '/courses', { id, [property]: word, provider: 'Any' })
    const { body } = await send('GET', '/courses')
    const words = (body as unknown as readonly Record<string, string>[]).map((each) => each[property])
    expect(words).toEqual(['Apples', 'Figs', 'Pears'])
  },
)
