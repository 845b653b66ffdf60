import type { SecurityRequirement, SecurityScheme } from '../document.ts'
import type { Located } from '../json/refs.ts'
import { isObject, own, ownText } from '../util/object.ts'
import type { DocumentReader } from './document-reader.ts'

export type SecuritySchemes = ReadonlyMap<string, SecurityScheme>

/** The Security Scheme Objects in the document's components, by name. */
export function readSecuritySchemes(reader: DocumentReader): SecuritySchemes {
  const components = reader.child(reader.root, 'components')
  if (!components) return new Map()
  return new Map(
    reader
      .members(components, 'securitySchemes')
      .flatMap(([name, { value }]) => (isObject(value) ? [[name, securityScheme(name, value)]] : [])),
  )
}

function securityScheme(name: string, raw: SecurityScheme['raw']): SecurityScheme {
  return {
    name,
    type: raw['type'] as SecurityScheme['type'],
    scheme: ownText(raw, 'scheme')?.toLowerCase(),
    in: ownText(raw, 'in') as SecurityScheme['in'],
    parameterName: ownText(raw, 'name'),
    raw,
  }
}

/** The security requirements of an operation, its own or else the document's; one with an unknown scheme is left out. */
export function readSecurity(
  reader: DocumentReader,
  operation: Located,
  schemes: SecuritySchemes,
): readonly SecurityRequirement[] {
  const requirements = own(operation.value, 'security') ?? own(reader.document.root, 'security')
  if (!Array.isArray(requirements)) return []
  return requirements.flatMap((raw) => readRequirement(reader, raw, operation, schemes) ?? [])
}

function readRequirement(
  reader: DocumentReader,
  raw: unknown,
  operation: Located,
  schemes: SecuritySchemes,
): [SecurityRequirement] | undefined {
  const entries = isObject(raw) ? Object.entries(raw) : []
  const known = entries.flatMap(([name, scopes]) => {
    const scheme = schemes.get(name)
    return scheme ? [{ scheme, scopes: Array.isArray(scopes) ? (scopes as string[]) : [] }] : []
  })
  if (known.length === entries.length) return [known]
  const unknown = entries.map(([name]) => name).filter((name) => !schemes.has(name))
  const message = `A security requirement refers to unknown schemes: ${unknown.join(', ')}.`
  reader.report('unknown-security-scheme', 'warning', message, operation.pointer)
  return undefined
}
