import { expect, it } from 'vitest'
import { createMock } from '../../../mock/index.ts'

const binary = { type: 'string', format: 'binary' }
const document = {
  openapi: '3.1.0',
  info: { title: 'Labels', version: '1' },
  paths: Object.fromEntries(
    ['application/pdf', 'image/png', 'application/zip'].map((type) => [
      `/${type.split('/')[1] ?? ''}`,
      { get: { responses: { 200: { description: 'A file', content: { [type]: { schema: binary } } } } } },
    ]),
  ),
}

async function bytesAt(path: string): Promise<string> {
  const mock = await createMock({ document, selfCheck: true })
  const { body } = await mock.handle({ method: 'GET', path, query: '', headers: {}, body: undefined })
  return typeof body === 'string' ? body : Buffer.from(body ?? []).toString('latin1')
}

it('a response with a PDF is a page that programs can open', async () => {
  const text = await bytesAt('/pdf')
  expect(text).toMatch(/^%PDF-1\.4\n[^]*%%EOF\n$/)
  const table = Number(/startxref\n(\d+)/.exec(text)?.[1])
  expect(text.slice(table)).toMatch(/^xref\n0 4\n/)
  for (const [line] of text.matchAll(/^\d{10} 00000 n /gm))
    expect(text.slice(Number(line.slice(0, 10)))).toMatch(/^\d 0 obj/)
})

it('a response with a PNG is an image', async () => {
  expect(await bytesAt('/png')).toMatch(/^\u0089PNG\r\n/)
})

it('other files have any content', async () => {
  expect(await bytesAt('/zip')).not.toBe('')
})
