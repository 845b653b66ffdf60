import type { Operation } from '../../../spec/document.ts'
import type { JsonObject } from '../../../spec/json.ts'
import { perObject } from '../../../spec/util/memo.ts'
import { messagesByField, type ErrorFacts } from './error-facts.ts'

/** An error where the document describes none. */
export type PlainError = (facts: ErrorFacts) => JsonObject

const ours: PlainError = ({ code, message, status, details }) => ({
  code,
  message,
  status,
  ...(details.length > 0 && {
    details: details.map(({ in: place, path, keyword, message }) => ({ in: place, path, keyword, message })),
  }),
})

/** Controllers of classes: `ProductsController_findOne`. What is wrong is a list of texts, and so their message. */
const ofControllers: PlainError = ({ status, title, message, details }) => ({
  message: details.length > 0 ? details.map((each) => `${fieldIn(each.path)}${each.message}`) : message,
  error: title,
  statusCode: status,
})

const fieldIn = (path: string): string => {
  const field = path.replace(/^\//, '').replaceAll('/', '.')
  return field === '' ? '' : `${field}: `
}

/** Views of querysets: `posts_partial_update`. What is wrong is told by property. */
const ofViews: PlainError = (facts) => messagesOfFields(facts) ?? { detail: facts.message }

const messagesOfFields = (facts: ErrorFacts): JsonObject | undefined =>
  facts.status === 400 ? (messagesByField(facts) as JsonObject | undefined) : undefined

const conventions: readonly (readonly [RegExp, PlainError])[] = [
  [/^[A-Z]\w*Controller_\w+$/, ofControllers],
  [/_(?:list|retrieve|create|update|partial_update|destroy)$/, ofViews],
]

/**
 * The errors of a document that describes none. Frameworks that write documents from code leave them out, but name all operations alike,
 * and their clients rely on the errors that they have.
 */
export const plainErrorOf: (operations: readonly Operation[]) => PlainError = perObject((operations) => {
  const [, found = ours] =
    conventions.find(([name]) => operations.length > 0 && operations.every(({ id }) => name.test(id))) ?? []
  return found
})
