import { afterAll, describe, expect, it } from 'vitest'
import type { Finding } from '../../../contracts/findings/finding.ts'
import { recordContract } from '../../../contracts/index.ts'
import type { Defect } from '../../saboteurs/document-service/sabotage.ts'
import { loadDocumentOnce } from '../../saboteurs/load-document-once.ts'
import { services, type SabotagedService } from '../../saboteurs/services.ts'
import { foundBy, pathOf, write } from './found-by.ts'

/** Looks for the cases in a whole run of each operation, which takes minutes, and keeps them. */
const isUpdating = process.env['UPDATE_FOUND_BY'] !== undefined

/** The finding of the defect as that and at its operation, which ends the run. */
async function find(service: SabotagedService, defect: Defect, only?: string): Promise<Finding> {
  const { id, check, operationId, needs } = defect
  const started = await service.start({ defect: id, ...needs })
  const isIt = (finding: Finding): boolean => finding.check === check && finding.operation === operationId
  const end = new AbortController()
  try {
    const { findings } = await recordContract({
      target: started.url,
      document: await loadDocumentOnce(started.document),
      include: [operationId],
      only,
      signal: end.signal,
      onEvent: (event) => {
        if (event.kind === 'finding' && isIt(event.finding)) end.abort()
      },
      ...(needs?.login ? { authToken: service.account } : needs?.auth && { headers: service.credentials }),
    })
    const found = findings.map((finding) => `${finding.check} ${finding.operation}`)
    expect(found, only).toContain(`${check} ${operationId}`)
    return findings.find(isIt)!
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

/** A service with each of its defects, which is found as that and at that operation, by one case alone. */
export function describeDefects(name: string): void {
  const service = serviceOf(name)
  const updated: Record<string, string> = {}
  describe.concurrent('with one defect', () => {
    it.each(
      service.defects.map((defect) => [defect.check, defect.operationId, defect.title, defect] as const),
    )('%s %s: %s', { timeout: 120_000 }, async (_check, _operationId, _title, defect) => {
      const path = isUpdating ? pathOf(await find(service, defect)) : foundBy(service, defect)
      expect(path, 'found-by.json names no case: run this with UPDATE_FOUND_BY=1.').toBeDefined()
      // One case alone does not exceed a limit.
      if (defect.needs?.rateLimit === undefined) await find(service, defect, path)
      else if (!isUpdating) await find(service, defect)
      if (path) updated[defect.id] = path
    })
  })
  afterAll(() => {
    if (isUpdating) write(service, updated)
  })
}

function serviceOf(name: string): SabotagedService {
  const service = services.find((candidate) => candidate.name === name)
  if (!service) throw new Error(`There is no service ${name}.`)
  return service
}
