/** The pointer into the document in a requirement, `#/paths/…`; undefined when it has none. */
export function pointerIn(requirement: string): string | undefined {
  const start = requirement.indexOf('#/')
  if (start < 0) return undefined
  // Text after a pointer begins with a space; a key with a space is cut there, which at worst yields an ancestor.
  return /^#\/[^\s"]*/.exec(requirement.slice(start))?.[0].replace(/[.,;:)]+$/, '')
}

/** The URL of the RFC section, OpenAPI version or draft that a requirement names; undefined when it names none. */
export function requirementUrl(requirement: string): string | undefined {
  const rfc = /\bRFC (\d{3,5})(?: §([\d.]*\d))?/.exec(requirement)
  if (rfc)
    return `https://www.rfc-editor.org/rfc/rfc${String(rfc[1])}${rfc[2] === undefined ? '' : `#section-${rfc[2]}`}`
  const openapi = /\bOpenAPI (\d+\.\d+\.\d+)/.exec(requirement)?.[1]
  if (openapi !== undefined) return `https://spec.openapis.org/oas/v${openapi}.html`
  const draft = /\b(draft-[a-z0-9-]+?-\d\d)\b/.exec(requirement)?.[1]
  return draft === undefined ? undefined : `https://datatracker.ietf.org/doc/html/${draft}`
}
