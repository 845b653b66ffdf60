import { request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { startServer } from '../../../../mock/adapters/server.ts'
import { createMock, type Fault } from '../../../../mock/index.ts'
import { onEveryTransport } from '../../matrix.ts'

const failing = (fault: Fault) => ({ faults: { listPets: [{ times: 1, ...fault } as Fault] } })

/** The error `fetch` rejects with; from a browser it arrives through the driver. */
const isNetworkError = (error: Error): boolean => /TypeError/.test(`${error.name} ${error.message}`)

onEveryTransport((open) => {
  it('a dropped connection is a network error, and the next request succeeds', async () => {
    const { send } = await open(failing({ kind: 'drop' }))
    await expect(send('GET', '/pets')).rejects.toSatisfy(isNetworkError)
    expect((await send('GET', '/pets')).status).toBe(200)
  })

  it.each([{ bytes: 0 }, {}])('a truncated body is a network error: %j', async (how) => {
    const { send } = await open(failing({ kind: 'truncate', ...how }))
    await expect(send('GET', '/pets')).rejects.toSatisfy(isNetworkError)
    expect((await send('GET', '/pets')).status).toBe(200)
  })

  it('a slow body arrives completely', async () => {
    const { send } = await open(failing({ kind: 'slow', bytesPerSecond: 10_000 }))
    const slow = await send('GET', '/pets')
    expect(slow.text).toBe((await send('GET', '/pets')).text)
  })

  it('the request is processed even if its response is lost', async () => {
    const { send, mock } = await open({ faults: { createCategory: [{ kind: 'drop' }] } })
    await expect(send('POST', '/categories', { json: { name: 'Unicorns' } })).rejects.toSatisfy(
      isNetworkError,
    )
    expect(JSON.stringify(await mock.snapshot())).toContain('Unicorns')
  })
})

describe('over a plain socket', () => {
  it('a truncated body ends early under the full Content-Length', async () => {
    const mock = await createMock({ faults: { listPets: [{ kind: 'truncate', bytes: 10 }] } })
    const { url, close } = await startServer(mock, { port: 0, host: '127.0.0.1' })
    const received = await new Promise<{ text: string; length: string | undefined; code: string }>(
      (resolve) => {
        const sent = request(`${url}/pets`, (response) => {
          let text = ''
          response.on('data', (chunk: Buffer) => (text += chunk.toString()))
          response.on('error', ({ code }: NodeJS.ErrnoException) =>
            resolve({ text, length: response.headers['content-length'], code: code ?? '' }),
          )
        })
        sent.end()
      },
    )
    expect(received.text).toHaveLength(10)
    expect(Number(received.length)).toBeGreaterThan(10)
    expect(received.code).toBe('ECONNRESET')
    await close()
  })
})
