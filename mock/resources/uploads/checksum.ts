/** A checksum of content as hexadecimal digits. Undefined where the platform lacks the algorithm: browsers have no MD5. */
export async function checksumOf(
  algorithm: 'md5' | 'sha1' | 'sha256',
  bytes: Uint8Array,
): Promise<string | undefined> {
  const node = typeof process === 'undefined' ? undefined : process.getBuiltinModule('node:crypto')
  if (node) return node.createHash(algorithm).update(bytes).digest('hex')
  const name = { md5: undefined, sha1: 'SHA-1', sha256: 'SHA-256' }[algorithm]
  // Only secure contexts have it.
  const subtle = (globalThis as { crypto?: { subtle?: SubtleCrypto } }).crypto?.subtle
  if (name === undefined || !subtle) return undefined
  const digest = new Uint8Array(await subtle.digest(name, new Uint8Array(bytes)))
  return [...digest].map((octet) => octet.toString(16).padStart(2, '0')).join('')
}
