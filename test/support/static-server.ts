import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
}

export interface StaticServer {
  readonly url: string
  close(): Promise<void>
}

/** Serves the files of a folder below a path, like a static host. */
export async function serveFolder(folder: string, base = ''): Promise<StaticServer> {
  const server = createServer(async ({ url = '/' }, response) => {
    const path = normalize(decodeURIComponent(new URL(url, 'http://host').pathname))
    const file = path.endsWith('/') ? `${path}index.html` : path
    const content = path.startsWith(`${base}/`)
      ? await readFile(join(folder, file.slice(base.length))).catch(() => undefined)
      : undefined
    if (content === undefined) response.writeHead(404).end()
    else
      response
        .writeHead(200, { 'Content-Type': types[extname(file)] ?? 'application/octet-stream' })
        .end(content)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${base}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
