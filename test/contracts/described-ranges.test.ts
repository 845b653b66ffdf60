import { describe, expect, it } from 'vitest'
import { runContract } from '../../contracts/index.ts'
import { createMock } from '../../mock/index.ts'
import { answer, at, gone, kept, sent, text } from './odd-documents/parts.ts'

const day = { ...text, format: 'date' }
const booking = {
  type: 'object',
  required: ['id', 'arrival', 'departure'],
  properties: {
    id: { ...text, readOnly: true },
    arrival: day,
    departure: { ...day, description: 'The last day. Must not be before `arrival`.' },
  },
}

const document = {
  openapi: '3.1.0',
  info: { title: 'Bookings', version: '1' },
  paths: {
    '/bookings': kept(booking),
    '/bookings/{id}': {
      ...at('id'),
      get: answer(200, booking),
      put: { ...sent(booking), ...answer(200, booking) },
      delete: gone,
    },
  },
}

/** What is found of a service that checks the order of the days in requests with these methods. */
async function findingsOf(...checked: readonly string[]): Promise<readonly string[]> {
  const mock = await createMock({ document })
  const { findings } = await runContract({
    document,
    phases: ['stateful'],
    async target(request: Request) {
      const body: unknown = await request
        .clone()
        .json()
        .catch(() => undefined)
      const { arrival, departure } = (body ?? {}) as Readonly<Record<string, unknown>>
      const isInverted = typeof arrival === 'string' && typeof departure === 'string' && departure < arrival
      return isInverted && checked.includes(request.method)
        ? new Response(null, { status: 400 })
        : mock.fetch(request)
    },
  })
  return findings.map(({ check, operation, message }) => `${check} ${operation}: ${message}`)
}

describe('a range that a description demands', () => {
  it('is found where a creation and an update ignore it', async () => {
    expect(await findingsOf()).toEqual([
      expect.stringMatching(/^invalid-refused POST .*departure = "[-\d]+" below arrival = "[-\d]+"/),
      expect.stringMatching(/^invalid-refused PUT .*departure = "[-\d]+" below arrival = "[-\d]+"/),
    ])
  })

  it('is found where only the update ignores it', async () => {
    expect(await findingsOf('POST')).toEqual([expect.stringMatching(/^invalid-refused PUT/)])
  })

  it('accuses no service that checks it', async () => {
    expect(await findingsOf('POST', 'PUT')).toEqual([])
  })
})
