import { describe, expect, it } from 'vitest'
import { runContract } from '../../../../../../contracts/index.ts'
import { createMock } from '../../../../../../mock/index.ts'
import { answer, at, gone, kept, sent, text } from '../../../../support/document-parts.ts'

const day = { ...text, format: 'date' }
const bookingWith = (rule: string): object => ({
  type: 'object',
  required: ['id', 'arrival', 'departure'],
  properties: {
    id: { ...text, readOnly: true },
    arrival: day,
    departure: { ...day, description: rule },
  },
})

const rule = 'The last day. Must not be before `arrival`.'

/** Bookings whose creation, and whose replacement, state a rule. */
function documentWith(created: string, replaced: string): object {
  const [booking, replacement] = [bookingWith(created), bookingWith(replaced)]
  return {
    openapi: '3.1.0',
    info: { title: 'Bookings', version: '1' },
    paths: {
      '/bookings': kept(booking),
      '/bookings/{id}': {
        ...at('id'),
        get: answer(200, booking),
        put: { ...sent(replacement), ...answer(200, booking) },
        delete: gone,
      },
    },
  }
}

/** What is found of a service that keeps these rules only. */
async function findingsOf(created: string, replaced: string): Promise<readonly string[]> {
  const { findings } = await runContract({
    document: documentWith(rule, rule),
    only: 'stateful/bookings/refused-*',
    target: await createMock({ document: documentWith(created, replaced) }),
  })
  return findings.map(({ check, operation, message }) => `${check} ${operation}: ${message}`)
}

describe('a range that a description demands', () => {
  it('is reported if a creation and an update ignore it', async () => {
    expect(await findingsOf('', '')).toEqual([
      expect.stringMatching(/^invalid-refused POST .*departure = "[-\d]+" below arrival = "[-\d]+"/),
      expect.stringMatching(/^invalid-refused PUT .*departure = "[-\d]+" below arrival = "[-\d]+"/),
    ])
  })

  it('is reported if only the update ignores it', async () => {
    expect(await findingsOf(rule, '')).toEqual([expect.stringMatching(/^invalid-refused PUT/)])
  })

  it('has no finding if it is enforced', async () => {
    expect(await findingsOf(rule, rule)).toEqual([])
  })

  it('is tested with new values where those of the first request have to be unique', async () => {
    const served = (departure: string): object => {
      const code = { type: 'string', pattern: '^[A-Z]{2,4}-[0-9]{3}$', example: 'ABC-123' }
      const [shown, stated] = [bookingWith(departure), bookingWith(departure)].map((each) => {
        const { properties, required } = each as { properties: object; required: readonly string[] }
        return { ...each, required: [...required, 'code'], properties: { ...properties, code } }
      })
      const conflict = { 409: { description: 'The code is taken.' } }
      return {
        openapi: '3.1.0',
        info: { title: 'Bookings', version: '1' },
        paths: {
          '/bookings': { ...kept(shown!), post: { ...sent(shown!), ...answer(201, stated!, conflict) } },
          '/bookings/{id}': { ...at('id'), get: answer(200, shown!), delete: gone },
        },
      }
    }
    const { findings } = await runContract({
      document: served(rule),
      only: 'stateful/bookings/refused-*',
      target: await createMock({ document: served('') }),
    })
    expect(findings.map(({ check, operation }) => `${check} ${operation}`)).toEqual([
      expect.stringMatching(/^invalid-refused POST/),
    ])
  })

  it('also applies to an update if only the creation describes it', async () => {
    const document = documentWith('', '')
    const stated = structuredClone(document) as { paths: { '/bookings': { post: object } } }
    Object.assign(stated.paths['/bookings'].post, {
      description: 'The departure must not be before the arrival.',
    })
    const findingsAgainst = async (served: object): Promise<readonly string[]> => {
      const target = await createMock({ document: served })
      const { findings } = await runContract({ document: stated, phases: ['stateful', 'coverage'], target })
      return findings.map(({ check, operation }) => `${check} ${operation}`)
    }
    expect(await findingsAgainst(stated)).toEqual([])
    expect(await findingsAgainst(document)).toEqual([
      expect.stringMatching(/^invalid-refused POST/),
      expect.stringMatching(/^invalid-refused PUT/),
    ])
  })
})
