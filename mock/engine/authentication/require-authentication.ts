import type { Document, OpenApiObject } from '../../../spec/document.ts'
import { isObject } from '../../../spec/util/object.ts'

/**
 * The document of a server that requires authentication: anonymous access (`{}` among the security requirements)
 * taken out wherever another way in is given. What is open by itself (`security: []`) stays open.
 */
export function requireAuthentication(document: Document): Document {
  const paths = mapObject(document.root.paths, (item) => mapObject(item, secured))
  const root = { ...(secured(document.root) as OpenApiObject), ...(paths !== undefined && { paths }) }
  return { ...document, root: root as OpenApiObject }
}

function secured(node: unknown): unknown {
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
