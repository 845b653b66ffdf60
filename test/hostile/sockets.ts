import { connect, type Socket } from 'node:net'

/** A connection to `http://host:port`, and all that came back on it. */
export interface Line {
  readonly socket: Socket
  readonly received: () => string
  /** Resolves when the other side has ended the connection, in whatever way. */
  readonly ended: Promise<void>
}

/** Opens a connection and sends bytes on it, as they are (latin1). */
export function open(url: string, bytes: string | Uint8Array): Line {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let received = ''
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    received += chunk
  })
  // To be cut off is one of the answers.
  socket.on('error', () => undefined)
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes)
  return { socket, received: () => received, ended }
}

/** Sends bytes and waits until the server ends the connection. */
export async function send(url: string, bytes: string | Uint8Array): Promise<string> {
  const { ended, received } = open(url, bytes)
  await ended
  return received()
}

/** The statuses of all responses in what came back, informational ones left out. */
export function statusesOf(received: string): readonly number[] {
  return [...received.matchAll(/HTTP\/1\.1 ([2-9]\d\d) /g)].map(([, status]) => Number(status))
}
