import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FetchHandler } from '../../../contracts/client/fetch-client.ts'

export interface FetchServer {
  readonly url: string
  /** Closes every connection, at once. */
  close(): Promise<void>
}

/** A handler of web requests on a port of its own. */
export async function serveFetch(handler: FetchHandler): Promise<FetchServer> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = 'GET', headers, url = '/' } = request
      const body = method === 'GET' || method === 'HEAD' ? null : Buffer.concat(chunks)
      const fields = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)])
      void answer(
        handler,
        new Request(`http://${String(headers.host)}${url}`, { method, headers: fields, body }),
        response,
      )
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${String(port)}`, close: () => closed(server) }
}

async function answer(handler: FetchHandler, request: Request, response: ServerResponse): Promise<void> {
  const answered = await handler(request)
  response.writeHead(answered.status, Object.fromEntries(answered.headers))
  response.end(Buffer.from(await answered.arrayBuffer()))
}

async function closed(server: Server): Promise<void> {
  if (!server.listening) return server.closeAllConnections()
  const end = once(server, 'close')
  // Before the connections: a client that loses its own must not get another one.
  server.close()
  server.closeAllConnections()
  await end
}
