import { expect, it } from 'vitest'
import { isDownload, uploadOf } from '../../../../spec/inference/uploads/uploads.ts'
import { loadDocument } from '../../../../spec/load.ts'
import { operationsOf } from '../../../../spec/operations.ts'

/** Whether content with such a schema is uploaded and downloaded as bytes. */
async function isFile(type: string, schema?: object): Promise<readonly boolean[]> {
  const content = { [type]: schema ? { schema } : {} }
  const document = await loadDocument({
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: {
      '/cover': {
        put: { requestBody: { content }, responses: { 204: { description: 'Stored' } } },
        get: { responses: { 200: { description: 'The cover', content } } },
      },
    },
  })
  const { operations } = operationsOf(document)
  return operations.map((each) => uploadOf(document, each) !== undefined || isDownload(document, each))
}

it.each([
  ['image/png', undefined],
  ['image/png', { type: 'string', contentMediaType: 'image/png', maxLength: 2_000_000 }],
  ['application/octet-stream', { type: 'string', format: 'binary' }],
])('the content of %s with the schema %j is a file', async (type, schema) => {
  expect(await isFile(type, schema)).toEqual([true, true])
})

it.each([
  ['image/png', { type: 'string', contentMediaType: 'image/png', contentEncoding: 'base64' }],
  ['text/plain', { type: 'string', contentMediaType: 'image/svg+xml' }],
  ['text/plain', { type: 'string' }],
])('the content of %s with the schema %j is text', async (type, schema) => {
  expect(await isFile(type, schema)).toEqual([false, false])
})
