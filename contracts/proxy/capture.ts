import type { Readable } from 'node:stream'

/** A copy of the bytes that pass through a stream, up to a limit. */
export interface Capture {
  bytes(): Uint8Array
  /** Whether more bytes passed than were kept. */
  isCut(): boolean
}

export function capture(stream: Readable, limit: number): Capture {
  const chunks: Buffer[] = []
  let length = 0
  stream.on('data', (chunk: Buffer) => {
    if (length < limit) chunks.push(length + chunk.length > limit ? chunk.subarray(0, limit - length) : chunk)
    length += chunk.length
  })
  return {
    bytes: () => (chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)),
    isCut: () => length > limit,
  }
}
