import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import type { JsonObject } from '../../../../spec/json.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, json, list, object, ref, text } from '../document-parts.ts'

const inPath = { parameters: [{ name: 'id', in: 'path', required: true, schema: text }] }
const refusing = { 403: { description: 'Forbidden' } }

/** Notes with this property for their author, and this rule for changing them. */
async function notes(author: object, rule: string): Promise<Send> {
  const sent = { requestBody: json(object({ title: text })) }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Notes', version: '1' },
    paths: {
      '/me': { get: answer(200, ref('User')), patch: { ...sent, ...answer(200, ref('User')) } },
      '/users': { get: answer(200, list(ref('User'))) },
      '/users/{id}': { ...inPath, get: answer(200, ref('User')) },
      '/notes': { get: answer(200, list(ref('Note'))), post: { ...sent, ...answer(201, ref('Note')) } },
      '/notes/{id}': {
        ...inPath,
        get: answer(200, ref('Note')),
        patch: {
          description: rule,
          ...sent,
          responses: { 200: { description: 'Done', ...json(ref('Note')) }, ...refusing },
        },
        delete: { description: rule, responses: { 204: { description: 'Gone' }, ...refusing } },
      },
    },
    components: {
      schemas: {
        User: object({ id: text, name: text, title: text }),
        Note: object({ id: { ...text, readOnly: true }, title: text, ...author }),
      },
    },
  }
  return clientOf(await createMock({ document, selfCheck: true }))
}

/** The statuses of changing and of deleting each of the seeded notes, those of the current user first. */
async function statusesOf(send: Send): Promise<readonly (readonly number[])[]> {
  const { id: me } = (await send('GET', '/me')).body as JsonObject
  const all = (await send('GET', '/notes')).body as unknown as readonly {
    readonly id: string
    readonly authorId?: string
    readonly author?: { readonly id: string }
  }[]
  const mine = ({ authorId, author }: (typeof all)[number]): boolean => (author?.id ?? authorId) === me
  const statuses: number[][] = []
  for (const isMine of [true, false]) {
    const ids = all.filter((each) => mine(each) === isMine).map(({ id }) => id)
    const own = isMine ? [((await send('POST', '/notes', { title: 'a' })).body as { id: string }).id] : []
    const path = `/notes/${[...own, ...ids][0] ?? ''}`
    statuses.push([(await send('PATCH', path, { title: 'b' })).status, (await send('DELETE', path)).status])
  }
  return statuses
}

it.each(['Only the author may (403).', '403 unless you wrote it.', '403 if it is not yours.'])(
  'what others wrote is refused to be changed and deleted: %s',
  async (rule) => {
    expect(await statusesOf(await notes({ authorId: text }, rule))).toEqual([
      [200, 204],
      [403, 403],
    ])
  },
)

it('the author may be embedded', async () => {
  expect(await statusesOf(await notes({ author: ref('User') }, 'Only the author may (403).'))).toEqual([
    [200, 204],
    [403, 403],
  ])
})

it('nothing is refused where the document does not say so', async () => {
  expect(await statusesOf(await notes({ authorId: text }, '403 for guests.'))).toEqual([
    [200, 204],
    [200, 204],
  ])
})
