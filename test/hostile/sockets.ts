import { connect, type Socket } from 'node:net'

/** A raw connection and everything received on it. */
export interface RawConnection {
  readonly socket: Socket
  readonly received: () => string
  /** Resolves when the connection is closed, for any reason. */
  readonly ended: Promise<void>
}

/** Connects to `http://host:port` and sends the bytes unchanged (strings as latin1). */
export function open(url: string, bytes: string | Uint8Array): RawConnection {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let received = ''
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    received += chunk
  })
  // Tests expect the server to reset some connections.
  socket.on('error', () => undefined)
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes)
  return { socket, received: () => received, ended }
}

/** Sends the bytes and returns everything received until the server closes the connection. */
export async function send(url: string, bytes: string | Uint8Array): Promise<string> {
  const { ended, received } = open(url, bytes)
  await ended
  return received()
}

/** The status codes of all final responses in the received text. */
export function statusesOf(received: string): readonly number[] {
  return [...received.matchAll(/HTTP\/1\.1 ([2-9]\d\d) /g)].map(([, status]) => Number(status))
}
