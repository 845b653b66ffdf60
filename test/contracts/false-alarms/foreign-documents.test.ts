import { describe, expect, it } from 'vitest'
import { recordContract } from '../../../contracts/index.ts'
import { fetchFrom } from '../../../mock/adapters/fetch.ts'
import { createMock } from '../../../mock/index.ts'
import { loadDocument } from '../../../spec/load.ts'

describe('a document that neither side was written for', () => {
  it.each(['choir', 'harbour'])(
    '%s: the runner reports nothing of the mock',
    { timeout: 120_000 },
    async (name) => {
      const document = await loadDocument(new URL(`foreign-documents/${name}.yaml`, import.meta.url).pathname)
      const mock = await createMock({ document })
      const target = async (request: Request): Promise<Response> => fetchFrom(mock, request)
      const { findings, stopped, started, statuses } = await recordContract({ target, document })
      expect(findings.map(({ check, operation, message }) => `${check} ${operation}: ${message}`)).toEqual([])
      expect(stopped).toBeUndefined()
      const succeeded = new Set(
        statuses.filter(({ status }) => status < 300).map(({ operation }) => operation),
      )
      expect(started.operations.map(({ id }) => id).filter((id) => !succeeded.has(id))).toEqual([])
    },
  )
})
