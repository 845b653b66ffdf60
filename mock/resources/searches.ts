import { searchAsList } from '../../spec/inference/lists/search-as-list.ts'
import { isJsonObject, type Json } from '../../spec/json.ts'
import { own } from '../../spec/util/object.ts'
import { resolveRef } from '../../spec/schemas/subschemas.ts'
import { jsonSent, type RequestValues } from '../../spec/request.ts'
import { capacityOf } from './capacity.ts'
import type { Act, Desk } from './desk.ts'
import { presenterOf } from './present.ts'
import { list } from './reads.ts'

/** Answers with the page of records that the body asks for. */
export const search: Act = (desk, errand) => {
  const asked = listDesk(desk)
  return list(asked, { ...errand, operation: asked.declared, request: asQuery(asked, errand.request) })
}

const known = new WeakMap<Desk, Desk>()

/** The desk of the list that a search is. */
function listDesk(desk: Desk): Desk {
  const before = known.get(desk)
  if (before) return before
  const { options } = desk
  const view = searchAsList(options.document, desk.resource, desk.operation, desk.declared)
  const { resource, role: operation, operation: declared } = view
  const presenter = presenterOf(options, { resource, operation })
  const capacity = capacityOf(options.document, declared, resource, presenter?.part)
  const made = { ...desk, resource, operation, declared, presenter, capacity }
  known.set(desk, made)
  return made
}

/** The request of a search as that of a list: what its body asks for in the query, or else has by default. */
function asQuery({ options: { document }, declared }: Desk, request: RequestValues): RequestValues {
  const usual = declared.parameters.map(({ name, schema }) => {
    const value = schema && own(resolveRef(document, schema).schema, 'default')
    return [name, (value ?? null) as Json] as const
  })
  const sent = jsonSent(request)
  const asked = { ...Object.fromEntries(usual), ...request.query, ...(isJsonObject(sent) && sent) }
  const query = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== null))
  return { ...request, query }
}
