import { describe, expect, it } from 'vitest'
import { recordContract, type ContractOptions } from '../../contracts/index.ts'
import { services, type SabotagedService } from '../saboteurs/services.ts'
import type { Defect } from '../saboteurs/service/sabotage.ts'

/** Checks of what the library and the devices say in their header fields, and of how their records hang together. */
const checks = new Set(
  (
    'charset content-length cors duplicate-headers etag-stable hierarchy link-targets list-order merge-patch ' +
    'not-acceptable options-allow read-only redirects repeat-put retry-after unsupported-media-type write-only'
  ).split(' '),
)

/** Found in the answers to single requests; all others take a record's whole life. */
const single = new Set(['cors', 'not-acceptable', 'options-allow', 'retry-after', 'unsupported-media-type'])

/** What is not found yet, by service and defect, and why. */
const knownGaps: readonly (readonly [service: string, defect: string, reason: string])[] = [
  ['Devices', 'readings-of-all', 'readings have no ids: nothing tells those of one device from those of another'],
]

const isGap = ({ name }: SabotagedService, { id }: Defect): boolean =>
  knownGaps.some(([service, defect]) => service === name && defect === id)

async function foundIn(service: SabotagedService, { id, operationId, check, needs }: Defect): Promise<readonly string[]> {
  const started = await service.start({ defect: id, ...needs })
  const options: Partial<ContractOptions> = {
    phases: [single.has(check) ? 'coverage' : 'stateful'],
    // Who is refused for asking too often is whoever comes next.
    ...(needs?.rateLimit === undefined && { include: [operationId] }),
    ...(needs?.auth && { headers: service.credentials }),
  }
  try {
    const { findings } = await recordContract({ target: started.url, document: started.document, ...options })
    return findings.map((finding) => finding.check)
  } finally {
    await started.close()
  }
}

const others = services.filter(({ name }) => name !== 'Pet Store')

describe.each(others)('$name', (service) => {
  const defects = service.defects.filter(({ check }) => checks.has(check))

  it('has no finding when it is healthy', { timeout: 60_000 }, async () => {
    const started = await service.start()
    const { findings } = await recordContract({ target: started.url, document: started.document, phases: ['coverage', 'stateful'] })
    await started.close()
    expect(findings.map(({ check, operation, message }) => `${check} ${operation}: ${message}`)).toEqual([])
  })

  describe.concurrent('with one defect', () => {
    it.each(defects.map((defect) => [defect.check, defect.title, defect] as const))(
      '%s: %s',
      { timeout: 60_000 },
      async (check, _, defect) => {
        const found = await foundIn(service, defect)
        if (isGap(service, defect)) expect(found).not.toContain(check)
        else expect(found).toContain(check)
      },
    )
  })
})
