import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { remedyFor } from '../../../contracts/client/unreachable.ts'
import { recordContract } from '../../../contracts/index.ts'
import { notesDocument } from '../support/notes-api.ts'

async function stoppedAt(target: string): Promise<string | undefined> {
  const { stopped } = await recordContract({ target, document: notesDocument, phases: ['examples'] })
  return stopped?.message
}

/** A port at which a server for plain HTTP listens, or has listened. */
async function withPort<T>(isOpen: boolean, use: (port: string) => Promise<T>): Promise<T> {
  const server = createServer((_, response) => response.end()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const port = String((server.address() as AddressInfo).port)
  if (!isOpen) server.close()
  try {
    return await use(port)
  } finally {
    server.close()
  }
}

describe('an API that cannot be reached', () => {
  it('may not be running', async () => {
    expect(await withPort(false, (port) => stoppedAt(`http://127.0.0.1:${port}`))).toMatch(
      /is not reachable: connect ECONNREFUSED [\d.:]+\. Does the API run there, on that port\? --wait 30s/,
    )
  })

  it('may be on another host', async () => {
    expect(await stoppedAt('http://nowhere.invalid')).toMatch(
      /(?:ENOTFOUND|EAI_AGAIN).* name of the host right\?$/,
    )
  })

  it('may not speak https', async () => {
    expect(await withPort(true, (port) => stoppedAt(`https://127.0.0.1:${port}`))).toMatch(
      /Try http:\/\/ instead\.$/,
    )
  })

  it.each([
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'NODE_EXTRA_CA_CERTS'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'NODE_EXTRA_CA_CERTS'],
    ['CERT_HAS_EXPIRED', 'needs a valid certificate'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'is the name right?'],
  ])('may have a certificate that is not trusted: %s', (code, remedy) => {
    expect(remedyFor(Object.assign(new Error('certificate'), { code }))).toContain(remedy)
  })

  it('has several addresses, none of which answers', () => {
    const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
    const reset = Object.assign(new Error('reset'), { code: 'ECONNRESET' })
    expect(remedyFor(new AggregateError([refused, refused]))).toContain('--wait')
    expect(remedyFor(new AggregateError([refused, reset]))).toBeUndefined()
  })
})

describe('the URL of an API', () => {
  it.each([
    ['localhost:8080', 'http://localhost:8080'],
    ['api.example.com/v1', 'http://api.example.com/v1'],
    ['openapi.yaml', 'http://localhost:8080'],
    ['http://', 'http://localhost:8080'],
  ])('is refused when it is none: %s', async (target, example) => {
    await expect(recordContract({ target, document: notesDocument })).rejects.toThrow(
      expect.objectContaining({
        name: 'ConfigError',
        message: `'${target}' is not a URL, such as ${example}.`,
      }),
    )
  })
})
