import { describe, expect, it } from 'vitest'
import { recordContract } from '../../../contracts/index.ts'
import type { PhaseName } from '../../../contracts/events.ts'
import { loadDocumentOnce } from '../../saboteurs/load-document-once.ts'
import { services, type SabotagedService } from '../../saboteurs/services.ts'
import type { Defect } from '../../saboteurs/document-service/sabotage.ts'
import { phasesFor } from './phases-for.ts'

/** What is found until the defect itself is, which ends the run. */
async function foundIn(
  service: SabotagedService,
  defect: Defect,
  phases: readonly PhaseName[],
): Promise<readonly string[]> {
  const { id, check, operationId, needs } = defect
  const started = await service.start({ defect: id, ...needs })
  const end = new AbortController()
  try {
    const { findings } = await recordContract({
      target: started.url,
      document: await loadDocumentOnce(started.document),
      phases,
      signal: end.signal,
      onEvent: (event) => {
        if (event.kind !== 'finding') return
        if (event.finding.check === check && event.finding.operation === operationId) end.abort()
      },
      include: [operationId],
      ...(needs?.auth && { headers: service.credentials }),
    })
    return findings.map((finding) => `${finding.check} ${finding.operation}`)
  } finally {
    await started.close()
  }
}

/** A service when it is healthy, and with each of its defects. */
export function describeService(name: string): void {
  describe(name, () => {
    it('has no finding if it is healthy', { timeout: 120_000 }, async () => {
      const started = await serviceOf(name).start()
      const { findings } = await recordContract({
        target: started.url,
        document: await loadDocumentOnce(started.document),
      })
      await started.close()
      expect(findings.map(({ check, operation, message }) => `${check} ${operation}: ${message}`)).toEqual([])
    })

    describeDefects(name)
  })
}

/** A service with each of its defects, which is found as that and at that operation. */
export function describeDefects(name: string): void {
  const service = serviceOf(name)
  describe.concurrent('with one defect', () => {
    it.each(
      service.defects.map((defect) => [defect.check, defect.operationId, defect.title, defect] as const),
    )('%s %s: %s', { timeout: 120_000 }, async (check, operationId, _, defect) => {
      const findings: string[] = []
      for (const phases of phasesFor(defect)) {
        if (!findings.includes(`${check} ${operationId}`))
          findings.push(...(await foundIn(service, defect, phases)))
      }
      expect(findings).toContain(`${check} ${operationId}`)
    })
  })
}

function serviceOf(name: string): SabotagedService {
  const service = services.find((candidate) => candidate.name === name)
  if (!service) throw new Error(`There is no service ${name}.`)
  return service
}
