import { expect, it } from 'vitest'
import { runContract } from '../../../contracts/index.ts'
import { createMock } from '../../../mock/index.ts'
import { workshopDocument as document } from '../../mock/resources/workshop-document.ts'

it('records need not stay at places that there are not, and items of lists alone are acted on', async () => {
  const mock = await createMock({ document })
  const toggled = new Set<number>()
  const target = async (request: Request): Promise<Response> => {
    const response = await mock.fetch(request)
    if (request.url.endsWith('/toggle')) toggled.add(response.status)
    return response
  }
  const { findings } = await runContract({ document, phases: ['coverage', 'stateful'], target })
  expect(findings.map(({ check, message }) => `${check} ${message}`)).toEqual([])
  expect([...toggled]).toContain(200)
})
