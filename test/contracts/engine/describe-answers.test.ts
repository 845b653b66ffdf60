import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { recordContract, type ContractOptions } from '../../../contracts/index.ts'
import { notesDocument, notesService } from '../support/notes-api.ts'

const secured = {
  ...notesDocument,
  security: [{ apiKey: [] }],
  components: { securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
}

async function notesOf(
  answer: () => Response,
  options: Partial<ContractOptions> = {},
): Promise<readonly string[]> {
  const { notes } = await recordContract({
    target: notesService(answer),
    document: notesDocument,
    phases: ['examples', 'coverage'],
    ...options,
  })
  return notes
}

const page = (status: number): Response =>
  new Response('<!doctype html><html><head><title> My\n app </title></head></html>', {
    status,
    headers: { 'Content-Type': 'text/html; charset=utf-8' },
  })

describe('a note says what is wrong with the target as a whole', () => {
  it('when every valid request is refused for lack of credentials', async () => {
    const refuse = (): Response => Response.json({ message: 'No.' }, { status: 401 })
    expect(await notesOf(refuse, { document: secured })).toEqual([
      expect.stringMatching(
        /^All \d+ valid requests were answered with 401 or 403\. .*--auth-token, or --auth for apiKey/,
      ),
    ])
    expect(await notesOf(refuse, { document: secured, authToken: 'wrong' })).toEqual([
      expect.stringMatching(/^All \d+ valid requests were answered with 401 or 403, although/),
    ])
  })

  it('when most answers are server errors', async () => {
    let count = 0
    const sometimes = (): Response | undefined =>
      (count += 1) % 5 === 0 ? undefined : Response.json({ message: 'Sorry.' }, { status: 503 })
    const { notes } = await recordContract({
      target: notesService(sometimes),
      document: notesDocument,
      phases: ['coverage'],
    })
    expect(notes).toContainEqual(
      expect.stringMatching(/^\d+ of \d+ valid requests were answered with 5xx: .* See its log/),
    )
  })

  it('when most answers are pages of a server that has failed', async () => {
    const document = { ...notesDocument, servers: [{ url: 'https://notes.example' }] }
    expect(await notesOf(() => page(500), { document })).toEqual([
      expect.stringMatching(/^All \d+ valid requests were answered with 5xx: /),
    ])
  })

  it.each([200, 404])('when the answers are HTML pages with status %d', async (status) => {
    expect(await notesOf(() => page(status))).toEqual([
      expect.stringMatching(
        /^All \d+ valid requests were answered with an HTML page \("My app"\), .* base path\?/,
      ),
    ])
  })

  it('and where the document says that the API is', async () => {
    const document = { ...notesDocument, servers: [{ url: 'https://notes.example/api/v1' }] }
    expect(await notesOf(() => page(200), { document })).toContain(
      'According to the servers in the document, the API is at http://in-process.test/api/v1.',
    )
  })

  it('when every answer leads elsewhere', async () => {
    const redirect = (): Response => new Response(null, { status: 302, headers: { Location: '/login' } })
    expect(await notesOf(redirect)).toEqual([
      expect.stringMatching(/^All \d+ valid requests were redirected, such as to \/login\./),
    ])
  })

  it('when no request gets a response', async () => {
    const server = createServer(({ socket }) => socket.destroy()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const target = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
    const notes = await notesOf(() => page(200), { target }).finally(() => server.close())
    expect(notes).toEqual([
      expect.stringMatching(/^No request got a response: .*\. Does it speak https instead of http\?/),
    ])
  })

  it('unless it is right', async () => {
    const { notes, findings } = await recordContract({ target: notesService(), document: notesDocument })
    expect([notes, findings]).toEqual([[], []])
  })
})
