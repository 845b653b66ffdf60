import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Client, ClientOptions } from './client.ts'
import { httpClient } from './http-client.ts'

/** A client for a Node request listener, such as an Express app, which it serves on a free port of 127.0.0.1 until it is closed. */
export async function listenerClient(
  listener: RequestListener,
  options: Partial<ClientOptions> = {},
): Promise<Client> {
  const server = createServer(listener)
  await listen(server)
  const { port } = server.address() as AddressInfo
  const client = httpClient(new URL(`http://127.0.0.1:${String(port)}`), options)
  return {
    ...client,
    async close() {
      await client.close()
      await stop(server)
    },
  }
}

function listen(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      server.off('error', reject)
      resolve()
    })
  })
}

/** Closes the server and its idle connections, which would keep it open. */
function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
