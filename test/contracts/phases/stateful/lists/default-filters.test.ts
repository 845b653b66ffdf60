import { expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { thingsDocument, thingsService, type Ways } from '../../../support/things-service.ts'

/** The checks that a service fails whose list takes that parameter besides. */
async function failedBy(parameter: object, ways: Ways): Promise<readonly string[]> {
  const document = structuredClone(thingsDocument()) as {
    readonly paths: { readonly '/things': { readonly get: { readonly parameters: object[] } } }
  }
  document.paths['/things'].get.parameters.push({ in: 'query', ...parameter })
  const { findings } = await runContract({ target: thingsService(ways), document, phases: ['stateful'] })
  return findings.map(({ check }) => check)
}

const newestMissing: Ways = { list: (things) => things.slice(0, -1) }

it('reports a new record missing from a list with an optional search', async () => {
  const search = { name: 'search', schema: { type: 'string', default: '' } }
  expect(await failedBy(search, {})).toEqual([])
  expect(await failedBy(search, newestMissing)).toContain('created-listed')
})

it('accepts a new record missing from a list whose default filter may exclude it', async () => {
  const view = { name: 'view', schema: { type: 'string', default: 'popular' } }
  expect(await failedBy(view, newestMissing)).not.toContain('created-listed')
})
