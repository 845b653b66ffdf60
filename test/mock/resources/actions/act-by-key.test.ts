import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf } from '../../client.ts'
import { answer, json, list, object, ref, text } from '../document-parts.ts'

it('an action finds its record by the token in the body, which works once', async () => {
  const refused = (status: number): object => ({ [status]: { description: 'Refused' } })
  const invitation = object({
    id: text,
    email: text,
    status: { ...text, enum: ['pending', 'accepted', 'revoked'] },
    token: text,
    acceptedAt: { type: ['string', 'null'], format: 'date-time' },
  })
  const document = {
    openapi: '3.1.0',
    info: { title: 'Invitations', version: '1' },
    paths: {
      '/invitations': {
        get: answer(200, list(ref('Invitation'))),
        post: { requestBody: json(object({ email: text })), ...answer(201, ref('Invitation')) },
      },
      '/invitations/accept': {
        post: {
          description: 'Accepts it. 410 if the invitation is not pending any more.',
          requestBody: json(object({ token: text })),
          responses: {
            200: { description: 'The invitation', ...json(ref('Invitation')) },
            ...refused(404),
            ...refused(410),
          },
        },
      },
    },
    components: { schemas: { Invitation: invitation } },
  }
  const send = clientOf(await createMock({ document, selfCheck: true }))
  const made = (await send('POST', '/invitations', { email: 'ada@example.com' })).body as {
    readonly id: string
    readonly token: string
  }
  const { status, body } = await send('POST', '/invitations/accept', { token: made.token })
  expect([status, body]).toEqual([
    200,
    { ...made, status: 'accepted', acceptedAt: expect.any(String) as string },
  ])
  expect((await send('POST', '/invitations/accept', { token: made.token })).status).toBe(410)
  expect((await send('POST', '/invitations/accept', { token: 'another' })).status).toBe(404)
})
