import { expect, it } from 'vitest'
import { createMock } from '../../../../../mock/index.ts'
import { clientOf, type Send } from '../../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../../document-parts.ts'

const at = (...names: readonly string[]): object => ({
  parameters: names.map((name) => ({ name, in: 'path', required: true, schema: text })),
})

/** A photo that users react to, with these properties of a reaction beside its name. */
async function photo(
  counted: Readonly<Record<string, object>>,
): Promise<readonly [send: Send, path: string]> {
  const reaction = object({ name: text, ...counted })
  const document = {
    openapi: '3.1.0',
    info: { title: 'Photos', version: '1' },
    paths: {
      '/photos': {
        get: answer(200, list(ref('Photo'))),
        post: { requestBody: json(object({ title: text })), ...answer(201, ref('Photo')) },
      },
      '/photos/{id}': { ...at('id'), get: answer(200, ref('Photo')) },
      '/photos/{id}/reactions/{name}': {
        ...at('id', 'name'),
        put: answer(200, ref('Photo')),
        delete: {
          responses: { 204: { description: 'Taken back' }, 404: { description: 'No such reaction' } },
        },
      },
    },
    components: {
      schemas: {
        Photo: object({ id: { ...text, readOnly: true }, title: text, reactions: list(reaction) }),
      },
    },
  }
  const send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
  const { id } = (await send('POST', '/photos', { title: 'Dunes' })).body as { readonly id: string }
  return [send, `/photos/${id}`]
}

it('what users do alike is counted, once for the current user, until that is taken back', async () => {
  const [send, path] = await photo({ count: integer, mine: { type: 'boolean' } })
  const star = { name: 'star', count: 1, mine: true }
  expect((await send('PUT', `${path}/reactions/star`)).body).toMatchObject({ reactions: [star] })
  expect((await send('PUT', `${path}/reactions/star`)).body).toMatchObject({ reactions: [star] })
  const both = [star, { ...star, name: 'moon' }]
  expect((await send('PUT', `${path}/reactions/moon`)).body).toMatchObject({ reactions: both })
  expect((await send('DELETE', `${path}/reactions/star`)).status).toBe(204)
  expect((await send('GET', path)).body).toMatchObject({ reactions: [{ name: 'moon' }] })
  expect((await send('DELETE', `${path}/reactions/star`)).status).toBe(404)
})

it('items that tell more than a count are not made up', async () => {
  const [send, path] = await photo({ count: integer, colour: text })
  expect((await send('PUT', `${path}/reactions/star`)).status).toBe(404)
  expect((await send('GET', path)).body).toMatchObject({ reactions: [] })
})
