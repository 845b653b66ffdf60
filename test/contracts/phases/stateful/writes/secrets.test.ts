import { describe, expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { createMock, ok, type Behaviours } from '../../../../../mock/index.ts'
import type { JsonObject } from '../../../../../spec/json.ts'
import { answer, at, gone, listOf, sent, text } from '../../../support/document-parts.ts'

const properties = { id: { ...text, readOnly: true }, name: { ...text, minLength: 1 } }
const key = { type: 'object', required: ['id', 'name'], properties }
const made = {
  ...key,
  required: [...key.required, 'secret'],
  properties: { ...properties, secret: { ...text, minLength: 16, readOnly: true } },
}
const document = {
  openapi: '3.1.0',
  info: { title: 'Keys', version: '1' },
  paths: {
    '/keys': {
      get: listOf(key),
      post: {
        description: 'The secret is shown in this response only.',
        ...sent({ type: 'object', required: ['name'], properties: { name: properties.name } }),
        ...answer(201, made),
      },
    },
    '/keys/{id}': { ...at('id'), get: answer(200, key), delete: gone },
  },
}

const idOf = ({ id }: JsonObject): string => (typeof id === 'string' ? id : '')

/** What is found of a service whose new keys have these secrets, and whose list shows more of a key. */
async function findingsOf(
  secretOf: (count: number) => string,
  more: (secret: string) => JsonObject = () => ({}),
): Promise<readonly string[]> {
  const secrets = new Map<string, string>()
  const behaviours: Behaviours = {
    async 'POST /keys'({ next }) {
      const outcome = await next()
      if (outcome.kind !== 'ok') return outcome
      const record = outcome.body as JsonObject
      const secret = secretOf(secrets.size)
      secrets.set(idOf(record), secret)
      return ok(201, { ...record, secret })
    },
    async 'GET /keys'({ next }) {
      const outcome = await next()
      if (outcome.kind !== 'ok') return outcome
      const shown = (outcome.body as JsonObject[]).map((each) => {
        const secret = secrets.get(idOf(each))
        return secret === undefined ? each : { ...each, ...more(secret) }
      })
      return ok(200, shown)
    },
  }
  const target = await createMock({ document, world: 'empty', behaviours })
  const { findings } = await runContract({ document, phases: ['stateful'], target })
  return findings.map(({ check, message }) => `${check}: ${message}`)
}

const own = (count: number): string => `a-secret-of-its-own-${String(count)}`

describe('a secret that the creation of a record is said to show in its response only', () => {
  it('has no finding if it is shown there only', async () => {
    expect(await findingsOf(own)).toEqual([])
  })

  it('is reported if the list shows it under any name', async () => {
    const reported = expect.stringMatching(/^shown-once: .*secret to be returned on creation only/) as string
    expect(await findingsOf(own, (secret) => ({ secret }))).toContainEqual(reported)
    expect(await findingsOf(own, (token) => ({ token }))).toContainEqual(reported)
  })

  it('is reported if all records have the same', async () => {
    expect(await findingsOf(() => 'the-secret-of-all-keys')).toContainEqual(
      expect.stringMatching(/^shown-once: .*another secret for another record/),
    )
  })
})
