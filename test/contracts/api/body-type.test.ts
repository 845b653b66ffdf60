import { expect, it } from 'vitest'
import { bodyType, describeApi } from '../../../contracts/api/api.ts'
import { loadDocument } from '../../../spec/load.ts'
import { answer, text } from '../support/document-parts.ts'

const mergePatch = 'application/merge-patch+json'
const jsonPatch = 'application/json-patch+json'

async function chosen(...types: readonly string[]): Promise<string | undefined> {
  const content = Object.fromEntries(types.map((type) => [type, { schema: text }]))
  const patch = { operationId: 'patch', requestBody: { content }, ...answer(200, text) }
  const { byId } = describeApi(
    await loadDocument({
      openapi: '3.1.0',
      info: { title: 'T', version: '1' },
      paths: { '/note': { patch } },
    }),
  )
  const operation = byId.get('patch')
  return operation && bodyType(operation)?.type
}

it('sends plain JSON, or a merge patch, rather than a JSON Patch', async () => {
  expect(await chosen(mergePatch, jsonPatch)).toBe(mergePatch)
  expect(await chosen(jsonPatch, mergePatch)).toBe(mergePatch)
  expect(await chosen(jsonPatch, 'application/json; charset=utf-8')).toBe('application/json; charset=utf-8')
  expect(await chosen(jsonPatch)).toBe(jsonPatch)
})
