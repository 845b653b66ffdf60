import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'

it('a list is filtered by what tells the objects in its records apart: a name, a slug, or an id', async () => {
  const sent = object({
    title: text,
    tags: list(object({ name: text, slug: text })),
    members: list(object({ user_id: integer, role: text })),
  })
  const document = {
    openapi: '3.1.0',
    info: { title: 'Choirs', version: '1' },
    paths: {
      '/choirs': {
        get: {
          parameters: [
            { name: 'tag', in: 'query', schema: text },
            { name: 'member', in: 'query', schema: integer },
            { name: 'member_id', in: 'query', schema: text },
          ],
          ...answer(200, list(ref('Choir'))),
        },
        post: { requestBody: json(sent), ...answer(201, ref('Choir')) },
      },
    },
    components: { schemas: { Choir: { allOf: [sent, object({ id: text })] } } },
  }
  const send = clientOf(await createMock({ document, selfCheck: true }))
  for (const [title, tag, user_id] of [
    ['High', 'Sacred Music', 901],
    ['Low', 'Jazz', 902],
  ] as const)
    await send('POST', '/choirs', {
      title,
      tags: [{ name: tag, slug: tag.toLowerCase().replace(' ', '-') }],
      members: [{ user_id, role: 'tenor' }],
    })
  const titles = async (query: string) =>
    ((await send('GET', `/choirs?${query}`)).body as readonly { readonly title: string }[]).map(
      ({ title }) => title,
    )
  expect(await titles('tag=sacred-music')).toEqual(['High'])
  expect(await titles('tag=Jazz')).toEqual(['Low'])
  expect(await titles('member=901')).toEqual(['High'])
  expect(await titles('member_id=902')).toEqual(['Low'])
  expect(await titles('member=903')).toEqual([])
})
