import type { Operation } from '../../spec/document.ts'
import { isJsonObject, type Json } from '../../spec/json.ts'
import { sameId } from '../answers/answer-records.ts'
import { bodyKeepsAlternatives, queryKeepsAlternatives } from '../api/alternatives.ts'
import { bodySchema, type Api } from '../api/api.ts'
import { bodyValue, encodeDraft, withBody } from '../draft.ts'
import type { Draft } from '../interaction.ts'

/** Whether a request is valid by the document, its descriptions included. */
export const isValid = (api: Api, draft: Draft): boolean =>
  fitsSchemas(api, draft) &&
  queryKeepsAlternatives(api, draft.operation, draft.query) &&
  bodyKeepsAlternatives(api, draft.operation, bodyValue(draft))

/** Whether a request is valid by the schemas of the document. */
function fitsSchemas(api: Api, draft: Draft): boolean {
  const request = encodeDraft(draft)
  const match = api.router.match(request.method, request.path, request.query, request.headers)
  if (match.kind !== 'found' || match.operation.id !== draft.operation.id) return false
  const reading = api.reader(draft.operation)(request, match.params)
  return (
    reading.kind === 'read' &&
    reading.issues.every((issue) => issue.in === 'path' && isGivenId(draft, issue.path))
  )
}

/** Whether a path parameter has an id that the server issued: if that is invalid, the answer with the id is to blame. */
const isGivenId = ({ path, bindings }: Draft, name: string): boolean =>
  bindings.some((each) => each.in === 'path' && each.fixture.key.some((id) => sameId(id, path[name])))

/** Whether a request is routed to its operation but is invalid by the document. */
export function isInvalid(api: Api, draft: Draft): boolean {
  const request = encodeDraft(draft)
  const match = api.router.match(request.method, request.path, request.query, request.headers)
  return match.kind === 'found' && match.operation.id === draft.operation.id && !fitsSchemas(api, draft)
}

/** Whether an empty object is a valid body: a server that reads no body, or one in another format, as that has nothing to refuse. */
export function mayBeEmpty(api: Api, operation: Operation): boolean {
  const schema = bodySchema(operation)
  return schema !== undefined && api.validator.of(schema, 'request').accepts({})
}

/** The request with a property of its body set; undefined if the body is no object, or the request would be invalid. */
export function withProperty(api: Api, draft: Draft, name: string, value: Json): Draft | undefined {
  const body = bodyValue(draft)
  if (!isJsonObject(body)) return undefined
  const changed = withBody(draft, { ...body, [name]: value })
  return isValid(api, changed) ? changed : undefined
}
