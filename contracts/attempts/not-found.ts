import { declaresStatus, type Operation } from '../../spec/document.ts'
import { perObject } from '../../spec/util/memo.ts'
import { describeAnswer } from '../answer.ts'
import type { Api } from '../api/api.ts'
import type { Answer } from '../interaction.ts'
import { identityIn } from '../records/identity.ts'
import type { Mutation } from './mutation.ts'
import { isUnconstrained, filtersByRecord, mutatedSchema } from './unspecified-values.ts'

/**
 * Whether a refusal may mean only that the mutated id, or the mutated page, does not exist: the id stands in the path, or in a body
 * that alone identifies the record.
 */
export function isAboutMissingRecord(api: Api, { status }: Answer, mutation: Mutation): boolean {
  const { place, operation, parameter } = mutation
  if (place === 'query' && parameter !== undefined)
    return (
      (status === 404 && api.model.roles.get(operation.id)?.resource.paging?.position === parameter) ||
      ((status === 404 || usedForMissing.has(status)) && filtersByRecord(api, mutation, parameter))
    )
  if (place !== 'path' && !(place === 'body' && identityIn(api, operation)?.isTarget === true)) return false
  return (
    status === 404 ||
    status === 410 ||
    (place === 'path' &&
      usedForMissing.has(status) &&
      (!declaresNotFound(operation) || isUnconstrained(api, mutatedSchema(api, mutation))))
  )
}

/** "Invalid pk - object does not exist", "There is no customer cus_7": what is said of a field is about the form. */
const missing = [
  /\b(?:object|record|entity|resource|row|pk|(?<!valid )id)\b[^.;]*?\b(?:does not|do not|doesn't|don't) exist\b/i,
  /\b(?:there is no|there are no|no such) (?!(?:field|property|parameter|attribute|key|member|value|valid)\b)\w/i,
  /\b(?:no|unknown) (?!(?:field|property|parameter|attribute|valid)\b)\w+ with (?:this |that |the |such an? )?(?:id|pk)\b/i,
]

/** Whether a refusal says that there is no record with an id. */
export function saysMissing(answer: Answer): boolean {
  const said = describeAnswer(answer)
  return missing.some((pattern) => pattern.test(said))
}

/** Whether an operation is about a singleton that may have been deleted, or about something below it: `POST /account/sessions`. */
export const mayBeDeleted = (api: Api, operation: Operation): boolean => deletableByOperation(api)(operation)

const deletableByOperation = perObject(({ model }: Api) => {
  const deletable = model.resources.filter(
    ({ kind, operations }) => kind === 'singleton' && operations.some(({ role }) => role === 'delete'),
  )
  return perObject(({ id, path }: Operation) => {
    const own = model.roles.get(id)?.resource
    return deletable.some(
      (each) => each === own || (each.itemPath !== undefined && path.startsWith(`${each.itemPath}/`)),
    )
  })
})

/** Whether an operation declares 404 or 410. */
export function declaresNotFound({ responses }: Operation): boolean {
  return responses.some(({ status }) => status === '404' || status === '410')
}

/** Whether a response for 404 or 410 may be declared, as one of a range or by default. */
export const mayDeclareNotFound = (operation: Operation): boolean =>
  [404, 410].some((status) => declaresStatus(operation, status))

/** Statuses that servers use for a missing record besides 404 and 410. */
const usedForMissing = new Set([400, 403, 409, 422])
