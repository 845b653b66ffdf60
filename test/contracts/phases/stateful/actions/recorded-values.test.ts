import { describe, expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { createMock } from '../../../../../mock/index.ts'
import { amendingTarget, type Body } from '../../../support/amending-target.ts'
import { answer, at, gone, listOf, number, sent, text } from '../../../support/document-parts.ts'

const properties = { reason: text, amount: number }
const request = {
  type: 'object',
  required: ['id', 'status', 'amount'],
  properties: {
    id: { ...text, readOnly: true },
    status: { enum: ['open', 'rejected'], readOnly: true },
    amount: number,
    reason: { type: ['string', 'null'], readOnly: true },
  },
}

const documentWith = (shown: object): object => ({
  openapi: '3.1.0',
  info: { title: 'Requests', version: '1' },
  paths: {
    '/requests': { get: listOf(request), post: { ...sent(request), ...answer(201, request) } },
    '/requests/{id}': { ...at('id'), get: answer(200, request), delete: gone },
    '/requests/{id}/reject': {
      ...at('id'),
      post: {
        operationId: 'reject',
        description: 'The request becomes `rejected`. Only an `open` one can be rejected; 409 otherwise.',
        ...sent({ type: 'object', properties }),
        ...answer(200, shown, { 409: { description: 'Not in this state' } }),
      },
    },
  },
})

async function findingsOf(body: (body: Body) => Body, shown: object = request): Promise<readonly string[]> {
  const mock = await createMock({ document: documentWith(shown) })
  const { findings } = await runContract({
    document: documentWith(shown),
    only: 'stateful/requests/actions',
    target: amendingTarget(mock, { body }),
  })
  return findings.map(({ check, message }) => `${check}: ${message}`)
}

const without =
  (name: string) =>
  (body: Body): Body =>
    Object.fromEntries(Object.entries(body).filter(([each]) => each !== name))

describe('what an action is sent', () => {
  it('is reported if the record does not show it afterwards', async () => {
    expect(await findingsOf(without('reason'))).toEqual([
      expect.stringMatching(/^states: .*expected reason = ".*", as sent to the action; got null/),
    ])
  })

  it('is reported if the record shows another value', async () => {
    expect(
      await findingsOf((body) => (body['reason'] === undefined ? body : { ...body, reason: 'other' })),
    ).toEqual([expect.stringMatching(/^states: .*as sent to the action; got "other"/)])
  })

  it('is reported if the record shows it although the action was refused', async () => {
    const mock = await createMock({ document: documentWith(request) })
    const reasons = new Map<string, unknown>()
    const { findings } = await runContract({
      document: documentWith(request),
      only: 'stateful/requests/actions',
      async target(received: Request) {
        const [, , id = ''] = new URL(received.url).pathname.split('/')
        const body = received.clone()
        const answered = await mock.fetch(received)
        if (answered.status === 409) reasons.set(id, ((await body.json()) as Body)['reason'])
        return received.method === 'GET' && reasons.has(id)
          ? Response.json({ ...((await answered.json()) as object), reason: reasons.get(id) })
          : answered
      },
    })
    expect(findings.map(({ check, message }) => `${check}: ${message}`)).toEqual([
      expect.stringMatching(/^failed-write: .*reason from .* to /),
    ])
  })

  it('is reported if the record does not show it by the name that the description gives', async () => {
    const findingsBy = async (description: string, ofReason = text): Promise<readonly string[]> => {
      const { reason, ...rest } = request.properties
      const shown = { ...request, properties: { ...rest, rejectionReason: reason } }
      const described = JSON.stringify(documentWith(shown))
        .replaceAll(JSON.stringify(request), JSON.stringify(shown))
        .replace('409 otherwise.', `409 otherwise. ${description}`)
        .replace(`{"reason":${JSON.stringify(text)}`, `{"reason":${JSON.stringify(ofReason)}`)
      const document = JSON.parse(described) as object
      const mock = await createMock({ document })
      const target = async (received: Request): Promise<Response> => {
        const answered = await mock.fetch(received)
        const body = (await answered
          .clone()
          .json()
          .catch(() => null)) as object | null
        if (body === null || !('id' in body)) return answered
        return Response.json({ ...body, rejectionReason: null }, answered)
      }
      const { findings } = await runContract({ document, only: 'stateful/requests/actions', target })
      return findings.map(({ message }) => message)
    }
    const lost = [expect.stringMatching(/expected rejectionReason = ".*", as sent to the action; got null/)]
    expect(await findingsBy('The reason is kept in `rejectionReason`.')).toEqual(lost)
    expect(await findingsBy('', { ...text, description: 'Kept as `rejectionReason`' })).toEqual(lost)
    expect(await findingsBy('')).toEqual([])
  })

  it('is recorded by the mock', async () => {
    expect(await findingsOf((body) => body)).toEqual([])
  })

  it('may mean something else than a value that the record has already', async () => {
    expect(
      await findingsOf((body) => (body['reason'] === undefined ? body : without('amount')(body))),
    ).toEqual([])
  })

  it('may be about something else than the record if the response shows no record', async () => {
    expect(await findingsOf(without('reason'), { type: 'object', properties: { done: text } })).toEqual([])
  })
})
