/** Matches an XML name without a prefix (XML 1.0 §2.3, Namespaces in XML 1.0 §3). */
const plainName = /^[\p{L}_][\p{L}\p{N}\p{M}._·-]*$/u
const nameStart = /[\p{L}_]/u
const nameCharacter = /[\p{L}\p{N}\p{M}._·-]/u

/**
 * Encodes any property name as a valid XML name: forbidden characters become `_x0020_`, as in other tools (ISO 9075-14
 * §9.1, `XmlConvert.EncodeName`). Colons are kept, since documents may use qualified names.
 */
export function toXmlName(name: string): string {
  const parts = name.split(':')
  if (parts.every((part) => plainName.test(part)) && !/_x[0-9A-F]{4,6}_/i.test(name)) return name
  return parts.map(escapedPart).join('_x003A_') || '_x_'
}

function escapedPart(part: string): string {
  const underscores = part.replaceAll(/_(?=x[0-9A-F]{4,6}_)/gi, '_x005F_')
  return [...underscores]
    .map((character, index) => {
      const isAllowed = (index === 0 ? nameStart : nameCharacter).test(character)
      return isAllowed ? character : escaped(character)
    })
    .join('')
}

function escaped(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase()
  return `_x${code.padStart(code.length > 4 ? 6 : 4, '0')}_`
}

/** Decodes a name encoded by {@link toXmlName}. */
export function fromXmlName(name: string): string {
  if (name === '_x_') return ''
  if (!name.includes('_x')) return name
  return name.replaceAll(/_x([0-9A-F]{4}|[0-9A-F]{6})_/gi, (whole, code: string) => {
    const point = Number.parseInt(code, 16)
    return point <= 0x10_ff_ff ? String.fromCodePoint(point) : whole
  })
}

/** The local part of a qualified name: `id` of `smp:id`. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** The prefix of a qualified name: `smp` of `smp:id`, empty without one. */
export function prefixOf(name: string): string {
  return name.slice(0, Math.max(0, name.indexOf(':')))
}
