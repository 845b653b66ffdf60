import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf } from '../../client.ts'
import { answer, json, list, object, ref, text } from '../document-parts.ts'

it.each([
  ['Cannot be changed after creation.', 'Changes a depot.', 409],
  ['A code.', 'The code cannot be changed: another code is answered with 422.', 422],
  ['A code.', 'Changes a depot.', 200],
  ['A code.', 'Depots with an old code cannot be changed.', 200],
])('another value of what is fixed is refused: %s %s', async (property, description, status) => {
  const sent = { code: text, name: text }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Depots', version: '1' },
    paths: {
      '/depots': {
        get: answer(200, list(ref('Depot'))),
        post: { requestBody: json(object(sent)), ...answer(201, ref('Depot')) },
      },
      '/depots/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        put: {
          description,
          requestBody: json(object(sent)),
          responses: {
            200: { description: 'Changed', ...json(ref('Depot')) },
            409: { description: 'Refused' },
            422: { description: 'Refused' },
          },
        },
      },
    },
    components: {
      schemas: {
        Depot: object({ id: { ...text, readOnly: true }, ...sent, code: { ...text, description: property } }),
      },
    },
  }
  const send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
  const { id } = (await send('POST', '/depots', { code: 'A', name: 'One' })).body as { readonly id: string }
  expect((await send('PUT', `/depots/${id}`, { code: 'A', name: 'Two' })).status).toBe(200)
  expect((await send('PUT', `/depots/${id}`, { code: 'B', name: 'Two' })).status).toBe(status)
})
