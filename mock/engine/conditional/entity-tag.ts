/**
 * The strong entity tag of a representation (RFC 9110 §8.8.3): a 64-bit hash of it. Two multiplicative hashes in plain
 * arithmetic run in browsers too, and cost less than handing the text to a digest.
 */
export function entityTag(body: string | Uint8Array): string {
  let first = 0x2b7e1516
  let second = 0x628aed2a
  for (let at = 0; at < body.length; at++) {
    const unit = typeof body === 'string' ? body.charCodeAt(at) : (body[at] as number)
    first = Math.imul(first ^ unit, 0x9e3779b1)
    second = Math.imul(second ^ unit, 0x5f356495)
  }
  return `"${mixed(first, second)}${mixed(second, first)}"`
}

/** In hexadecimal. */
const octets: readonly string[] = Array.from({ length: 256 }, (_, octet) =>
  octet.toString(16).padStart(2, '0'),
)

/** Mixes the last characters, which few multiplications have reached, into all bits. */
function mixed(one: number, other: number): string {
  let bits = Math.imul(one ^ (one >>> 16), 0x85ebca6b) ^ Math.imul(other ^ (other >>> 13), 0xc2b2ae35)
  bits ^= bits >>> 15
  return (
    (octets[bits >>> 24] as string) +
    (octets[(bits >>> 16) & 255] as string) +
    (octets[(bits >>> 8) & 255] as string) +
    (octets[bits & 255] as string)
  )
}
