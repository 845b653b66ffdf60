import { runContract } from '../../../contracts/index.ts'
import { createMock } from '../../../mock/index.ts'

/**
 * Returns a function that lists what the cases `only`, whose paths may have `*` for anything, find in a service, each as
 * `check: message`. The service keeps the rule `enforced`, and its document states the rule `stated`.
 */
export const findingsByRule =
  (documentWith: (rule: string) => object, only: string) =>
  async (stated: string, enforced: string): Promise<readonly string[]> => {
    const { findings } = await runContract({
      document: documentWith(stated),
      only,
      target: await createMock({ document: documentWith(enforced) }),
    })
    return findings.map(({ check, message }) => `${check}: ${message}`)
  }
