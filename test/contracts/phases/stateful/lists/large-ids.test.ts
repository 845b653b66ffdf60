import { describe, expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { answer } from '../../../support/document-parts.ts'

const int64 = { type: 'integer', format: 'int64' }
const account = { type: 'object', required: ['id'], properties: { id: int64 } }
const document = {
  openapi: '3.1.0',
  info: { title: 'Accounts', version: '1' },
  paths: {
    '/accounts': {
      get: { operationId: 'accounts', ...answer(200, { type: 'array', items: account }) },
    },
    '/accounts/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: int64 }],
      get: { operationId: 'account', ...answer(200, account) },
    },
  },
}

/** The id of the only record, which a double cannot hold. */
const id = 2n ** 53n + 3n
const rounded = String(Number(id))

interface Service {
  /** The id that the list shows. */
  readonly listed: string
  /** The id of the record returned for this one; undefined if it is not found. */
  readonly read: (requested: string) => string | undefined
}

async function findingsOf({ listed, read }: Service): Promise<readonly string[]> {
  const record = (text: string): string => `{"id":${text}}`
  const { findings } = await runContract({
    document,
    phases: ['stateful'],
    target({ url }: Request) {
      const requested = /\/accounts\/(.+)$/.exec(new URL(url).pathname)?.[1]
      const found = requested === undefined ? undefined : read(requested)
      const body = requested === undefined ? `[${record(listed)}]` : found && record(found)
      return new Response(body ?? '{}', {
        status: body === undefined ? 404 : 200,
        headers: { 'content-type': 'application/json' },
      })
    },
  })
  return findings.map(({ check, message }) => `${check}: ${message}`)
}

const readExactly = (requested: string): string | undefined =>
  requested === String(id) ? requested : undefined

describe('ids beyond the precision of a double', () => {
  it('have no finding if they stay exact', async () => {
    expect(await findingsOf({ listed: String(id), read: readExactly })).toEqual([])
  })

  it('are reported if the record shows a rounded id', async () => {
    expect(await findingsOf({ listed: String(id), read: () => rounded })).toEqual([
      expect.stringContaining(
        `expected ${id} in the response to keep its exact value; got a record with ${rounded}`,
      ),
    ])
  })

  it('are reported if the list shows a rounded id, which leads to no record', async () => {
    expect(await findingsOf({ listed: rounded, read: readExactly })).toEqual([
      expect.stringContaining(`expected ${id} in the list to keep its exact value; got ${rounded}`),
    ])
  })

  it('have no finding if the record has been deleted since', async () => {
    expect(await findingsOf({ listed: String(id), read: () => undefined })).toEqual([])
  })
})
