import { expect, it } from 'vitest'
import { describeApi } from '../../../contracts/api/api.ts'
import { loadDocument } from '../../../spec/load.ts'
import { answer, at, listOf, sent, text } from '../support/document-parts.ts'

/** Where runs that are read by a number, which they do not have themselves, have it. */
async function placeOfNumber(part: string): Promise<readonly string[] | undefined> {
  const numbered = { type: 'object', properties: { run_num: { type: 'integer' }, status: text } }
  const run = { type: 'object', properties: { machine: text, [part]: numbered } }
  const document = await loadDocument({
    openapi: '3.0.4',
    info: { title: 'Runs', version: '1' },
    paths: {
      '/runs': { get: listOf(run), post: { ...sent(run), ...answer(201, run) } },
      '/runs/{run_num}': { ...at('run_num'), get: answer(200, run) },
    },
  })
  return describeApi(document).model.resources[0]?.idPath
}

it('a record may have its id in its metadata', async () => {
  expect(await placeOfNumber('metadata')).toEqual(['metadata', 'run_num'])
})

it('the id in another part may be that of another record', async () => {
  expect(await placeOfNumber('previous_run')).toBeUndefined()
})
