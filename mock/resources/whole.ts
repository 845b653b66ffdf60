import type { Document, SchemaNode } from '../../spec/document.ts'
import { conditionsOf } from '../../spec/inference/lists/conditions.ts'
import { isJsonObject } from '../../spec/json.ts'
import { isNumeric, typesOf } from '../../spec/schemas/types.ts'
import { possiblePropertiesOf } from '../../spec/schemas/properties.ts'
import type { Outcome } from '../behaviour.ts'
import { arranged } from './arranged.ts'
import type { Desk, Errand } from './desk.ts'
import { graves } from './desk.ts'
import { idOf } from './identity.ts'
import { queryOf } from './pages.ts'
import { mediaOf } from './present.ts'
import type { Page } from '../store/store.ts'
import { removeRecord } from './writes.ts'

/** What is asked of all records of a list, or of those that its query chooses. */
export async function tellWhole(desk: Desk, errand: Errand): Promise<Outcome> {
  if (asksMore(desk, errand)) return errand.next()
  const { items, total } = await chosen(desk, errand)
  if (desk.declared.method === 'DELETE') {
    const { idProperty = '' } = desk.resource
    for (const record of items) {
      const id = idOf(record[idProperty])
      const removed = id === undefined ? undefined : await removeRecord(desk, errand, id, record)
      if (removed && 'kind' in removed) return removed
    }
  }
  return withCount(desk, await errand.next(), total)
}

/** Whether the request says anything that is not known to choose records. */
function asksMore({ resource, declared, options }: Desk, { request }: Errand): boolean {
  const names = new Set([
    ...resource.filters.map(({ parameter }) => parameter),
    ...conditionsOf(options.document, declared, resource).map(({ parameter }) => parameter.name),
  ])
  return request.body !== undefined || Object.keys(request.query).some((name) => !names.has(name))
}

async function chosen(desk: Desk, errand: Errand): Promise<Page> {
  const { resource, operation, capacity } = desk
  const { request, records } = errand
  const all = arranged(desk, request.query, records, graves(resource, errand))
  const { where } = queryOf(resource, operation, request, capacity)
  return all.list({ ...(where && { where }), ...(desk.declared.method === 'GET' && { limit: 0 }) })
}

/** The answer with the number it has room for. */
function withCount({ declared, options }: Desk, outcome: Outcome, count: number): Outcome {
  const { document } = options
  const schema = outcome.kind === 'ok' ? mediaOf(declared, outcome.status)?.schema : undefined
  if (outcome.kind !== 'ok' || !schema) return outcome
  if (isNumber(document, schema)) return { ...outcome, body: count }
  const numbers = [...possiblePropertiesOf(document, schema)].filter(([, node]) => isNumber(document, node))
  const [name] = numbers.length === 1 ? numbers.map(([each]) => each) : []
  return name === undefined || !isJsonObject(outcome.body)
    ? outcome
    : { ...outcome, body: { ...outcome.body, [name]: count } }
}

const isNumber = (document: Document, node: SchemaNode): boolean => isNumeric(typesOf(document, node))
