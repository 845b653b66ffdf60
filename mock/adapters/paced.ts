const chunksPerSecond = 10

/** Yields the bytes in chunks, at the given rate. */
export async function* paced(bytes: Uint8Array, bytesPerSecond: number): AsyncGenerator<Uint8Array> {
  const size = Math.max(1, Math.floor(bytesPerSecond / chunksPerSecond))
  const pause = (1000 * size) / bytesPerSecond
  for (let at = 0; at < bytes.length; at += size) {
    if (at > 0) await new Promise<void>((resolve) => void setTimeout(resolve, pause))
    yield bytes.subarray(at, at + size)
  }
}
