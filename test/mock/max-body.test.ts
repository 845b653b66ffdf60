import { afterEach, describe, expect, it } from 'vitest'
import { startServer } from '../../mock/adapters/server.ts'
import { createMock, type Mock } from '../../mock/index.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const document = {
  openapi: '3.1.0',
  info: { title: 'Files', version: '1' },
  paths: {
    '/files': {
      post: {
        operationId: 'upload',
        requestBody: { content: { 'application/octet-stream': {} } },
        responses: { '204': { description: 'kept' }, '413': { description: 'too large' } },
      },
    },
  },
}

async function mockWith(maxBody?: number): Promise<Mock> {
  const mock = await createMock({ document, ...(maxBody !== undefined && { maxBody }) })
  closing.push(() => mock.close())
  return mock
}

const upload = (size: number): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/octet-stream' },
  body: new Uint8Array(size),
})

/** The statuses for bodies of these sizes, over HTTP and through `mock.fetch`. */
async function statuses(mock: Mock, sizes: readonly number[]): Promise<readonly (readonly number[])[]> {
  const { url, close } = await startServer(mock, { port: 0, host: '127.0.0.1' })
  closing.push(close)
  const over = async (send: (init: RequestInit) => Promise<Response>): Promise<readonly number[]> => {
    const statuses: number[] = []
    for (const size of sizes) statuses.push((await send(upload(size))).status)
    return statuses
  }
  return [
    await over((init) => fetch(`${url}/files`, init)),
    await over((init) => mock.fetch(new Request('http://files.test/files', init))),
  ]
}

const mebibyte = 1024 * 1024

describe('the maximum body size', () => {
  it('is 1 MiB by default', async () => {
    expect(await statuses(await mockWith(), [mebibyte, mebibyte + 1])).toEqual([
      [204, 413],
      [204, 413],
    ])
  })

  it('can be configured', async () => {
    expect(await statuses(await mockWith(3 * mebibyte), [3 * mebibyte, 3 * mebibyte + 1])).toEqual([
      [204, 413],
      [204, 413],
    ])
    expect(await statuses(await mockWith(10), [10, 11])).toEqual([
      [204, 413],
      [204, 413],
    ])
  })

  it('applies to sessions and the control plane too', async () => {
    const mock = await mockWith(10)
    expect((await mock.fetch(new Request('http://files.test/_s/one/files', upload(11)))).status).toBe(413)
    const world = { method: 'PUT', headers: { 'content-type': 'application/json' }, body: '{          }' }
    expect((await mock.fetch(new Request('http://localhost/_mock/state', world))).status).toBe(413)
  })

  it.each([-1, 1.5, Number.NaN, '1mb' as unknown as number])(
    'must be a number of bytes, not %s',
    async (maxBody) => {
      await expect(createMock({ document, maxBody })).rejects.toThrow('maxBody must be a number of bytes')
    },
  )
})
