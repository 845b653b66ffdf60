import { describe, expect, it } from 'vitest'
import { runContract } from '../../../contracts/index.ts'
import { steer } from './steer.ts'

describe("the control plane's own document", () => {
  it('passes a check against the running control plane', async () => {
    const { ask, mock } = await steer({
      world: {
        '/categories': [{ id: 1, name: 'Dogs' }],
        '/pets': [{ id: 1, name: 'Rex', categoryId: 1, status: 'available' }],
      },
    })
    const document = (await ask('GET', '/_mock/control.json')).json as unknown as {
      paths: Record<string, object>
    }
    // The event stream never ends by itself.
    delete document.paths['/_mock/journal/events']
    const { summary, findings } = await runContract({
      target: (request: Request) => mock.fetch(request),
      document,
      phases: ['examples', 'coverage', 'stateful'],
      maxRequests: 4000,
    })
    expect(findings.map(({ check, message, curl }) => `${check}: ${message}\n${curl}`)).toEqual([])
    expect(summary.covered).toBeGreaterThan(summary.operations / 2)
  }, 60_000)
})
