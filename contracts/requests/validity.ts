import type { Api } from '../api/api.ts'
import { encodeDraft, type Draft } from '../draft.ts'
import { sameId } from '../records/shown.ts'

/** Whether a request is all that the document asks of its operation. */
export function isValid(api: Api, draft: Draft): boolean {
  const request = encodeDraft(draft)
  const match = api.router.match(request.method, request.path, request.query, request.headers)
  if (match.kind !== 'found' || match.operation.id !== draft.operation.id) return false
  const reading = api.reader(draft.operation)(request, match.params)
  return (
    reading.kind === 'read' &&
    reading.issues.every((issue) => issue.in === 'path' && isGivenId(draft, issue.path))
  )
}

/** Whether a parameter of the path has the id that the server itself gave: what is wrong with it is told of that answer. */
const isGivenId = ({ path, bindings }: Draft, name: string): boolean =>
  bindings.some((each) => each.in === 'path' && each.fixture.key.some((id) => sameId(id, path[name])))

/** Whether the request reaches its operation and breaks the document there. */
export function isInvalid(api: Api, draft: Draft): boolean {
  const request = encodeDraft(draft)
  const match = api.router.match(request.method, request.path, request.query, request.headers)
  return match.kind === 'found' && match.operation.id === draft.operation.id && !isValid(api, draft)
}
