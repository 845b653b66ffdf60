import type { Document } from '../../document.ts'
import { responseSchema } from '../bodies/content.ts'
import { findList } from '../bodies/envelope.ts'
import { byMethod, type Routes } from '../paths/routes.ts'
import { isParameter, itemKey, lastLiteral } from '../paths/template.ts'

/**
 * The keys of the paths that show a record with a list whose items are added at a path of their own, rather than a list of records, and
 * those of these lists: `/cart` and `/cart/items`.
 */
export function wholesIn(document: Document, routes: Routes): ReadonlySet<string> {
  const keys = [...routes.values()].flatMap((all) => {
    const get = byMethod(all, 'GET')
    const body = get && responseSchema(get.operation)
    if (!body || isParameter(get.template.segments.at(-1))) return []
    const { key, segments } = get.template
    const hints = { name: lastLiteral(segments), idParameter: undefined, record: undefined }
    const listKey = `${key}/${findList(document, body, hints)?.path.at(-1) ?? ''}`
    const own = routes.get(listKey) ?? []
    const isWhole = byMethod(own, 'POST') && !byMethod(own, 'GET') && !routes.has(itemKey(get.template))
    return isWhole ? [key, listKey] : []
  })
  return new Set(keys)
}
