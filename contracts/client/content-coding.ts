import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, type ZlibOptions } from 'node:zlib'

type Decode = (bytes: Uint8Array, options: ZlibOptions) => Uint8Array

/** Content codings (RFC 9110 §8.4.1). Some servers send `deflate` without the zlib format around it. */
const codings: Readonly<Record<string, Decode>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: (bytes, options) =>
    (bytes[0] ?? 0) % 16 === 8 ? inflateSync(bytes, options) : inflateRawSync(bytes, options),
  br: brotliDecompressSync,
  identity: (bytes) => bytes,
}

/**
 * Decodes content by its Content-Encoding; undefined when a coding is unknown or the result is longer than `limit` bytes. Content that
 * cannot be decoded is returned unchanged.
 */
export function decodeContent(
  bytes: Uint8Array,
  contentEncoding: readonly string[],
  limit: number,
): Uint8Array | undefined {
  const names = contentEncoding
    .flatMap((value) => value.toLowerCase().split(/[ \t]*,[ \t]*/))
    .filter((name) => name !== '')
  let content = bytes
  try {
    for (const name of names.reverse()) {
      const decode = Object.hasOwn(codings, name) ? codings[name] : undefined
      if (!decode) return undefined
      if (content.length > 0) content = decode(content, { maxOutputLength: limit })
    }
    return content
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? undefined : bytes
  }
}
