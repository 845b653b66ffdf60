/** An XML name without its prefix, as far as names of properties go (XML 1.0 §2.3, Namespaces in XML 1.0 §3). */
const plainName = /^[\p{L}_][\p{L}\p{N}\p{M}._·-]*$/u
const nameStart = /[\p{L}_]/u
const nameCharacter = /[\p{L}\p{N}\p{M}._·-]/u

/**
 * A name that XML allows for any name of a property: what it forbids is written `_x0020_`, as other tools do (ISO 9075-14
 * §9.1, `XmlConvert.EncodeName`). A colon stays: documents write whole qualified names.
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

/** The name of a property that {@link toXmlName} has written. */
export function fromXmlName(name: string): string {
  if (name === '_x_') return ''
  if (!name.includes('_x')) return name
  return name.replaceAll(/_x([0-9A-F]{4}|[0-9A-F]{6})_/gi, (whole, code: string) => {
    const point = Number.parseInt(code, 16)
    return point <= 0x10_ff_ff ? String.fromCodePoint(point) : whole
  })
}

/** `id` of `smp:id`. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** `smp` of `smp:id`; empty when there is none. */
export function prefixOf(name: string): string {
  return name.slice(0, Math.max(0, name.indexOf(':')))
}
