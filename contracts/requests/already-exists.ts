import type { Operation } from '../../spec/document.ts'
import type { Answer } from '../answer.ts'
import type { Api } from '../api/api.ts'
import { noteConflict } from './freshen.ts'
import type { RequestTemplate } from './templates.ts'

const taken = new WeakMap<Api, WeakSet<RequestTemplate>>()

/** Notes that the target takes a template: where it refuses that later, it is no more than there already. */
export function noteTaken(api: Api, template: RequestTemplate): void {
  const known = taken.get(api) ?? new WeakSet()
  taken.set(api, known.add(template))
}

/** Whether what was accepted once is refused for being there now, as far as others may say 400 instead of 409. */
export function isThereAlready(
  api: Api,
  operation: Operation,
  template: RequestTemplate,
  answer: Answer,
): boolean {
  const isAgain = answer.status === 400 && taken.get(api)?.has(template) === true
  if (isAgain) noteConflict(api, operation)
  return isAgain
}
