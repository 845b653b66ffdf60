import type { Document, OpenApiObject } from '../../../spec/document.ts'
import { isObject } from '../../../spec/util/object.ts'

/**
 * Returns the document without anonymous access: `{}` is removed from security requirements that have an alternative.
 * Operations that are explicitly open (`security: []`) stay open.
 */
export function requireAuthentication(document: Document): Document {
  const paths = mapObject(document.root.paths, (item) => mapObject(item, withoutAnonymous))
  const root = {
    ...(withoutAnonymous(document.root) as OpenApiObject),
    ...(paths !== undefined && { paths }),
  }
  return { ...document, root: root as OpenApiObject }
}

function withoutAnonymous(node: unknown): unknown {
  if (!isObject(node) || !Array.isArray(node['security'])) return node
  const named = node['security'].filter(
    (requirement) => isObject(requirement) && Object.keys(requirement).length > 0,
  )
  return named.length === 0 ? node : { ...node, security: named }
}

function mapObject(node: unknown, change: (member: unknown) => unknown): unknown {
  if (!isObject(node)) return node
  return Object.fromEntries(Object.entries(node).map(([name, member]) => [name, change(member)]))
}
