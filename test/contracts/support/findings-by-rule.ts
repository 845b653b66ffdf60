import { runContract } from '../../../contracts/index.ts'
import { createMock } from '../../../mock/index.ts'

/**
 * Returns a function that lists what the stateful phase finds in a service, each as `check: message`. The service keeps the rule
 * `enforced`, and its document states the rule `stated`. With `operation`, only that one is checked.
 */
export const findingsByRule =
  (documentWith: (rule: string) => object, operation?: string) =>
  async (stated: string, enforced: string): Promise<readonly string[]> => {
    const { findings } = await runContract({
      document: documentWith(stated),
      phases: ['stateful'],
      ...(operation !== undefined && { include: [operation] }),
      target: await createMock({ document: documentWith(enforced) }),
    })
    return findings.map(({ check, message }) => `${check}: ${message}`)
  }
