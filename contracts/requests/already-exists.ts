import type { Operation } from '../../spec/document.ts'
import { describeAnswer } from '../answer.ts'
import type { Api } from '../api/api.ts'
import type { Answer } from '../interaction.ts'
import { noteConflict } from './freshen.ts'
import type { RequestTemplate } from './templates.ts'

const accepted = new WeakMap<Api, WeakSet<RequestTemplate>>()

/** Notes that the target accepted a template: if it is refused later, the record probably exists already. */
export function noteAccepted(api: Api, template: RequestTemplate): void {
  const templates = accepted.get(api) ?? new WeakSet()
  accepted.set(api, templates.add(template))
}

/** Whether a refusal says that another record has the value, even one that another operation created. */
export const saysTaken = (answer: Answer): boolean =>
  /\balready (?:exists?|taken|in use|used|registered)\b|\bduplicate\b|\bunique\b/i.test(
    describeAnswer(answer),
  )

/** Whether 400 to a template that was accepted before means that the record exists already, as 409 does. Notes the conflict. */
export function isDuplicate(
  api: Api,
  operation: Operation,
  template: RequestTemplate,
  answer: Answer,
): boolean {
  const isRepeated = answer.status === 400 && accepted.get(api)?.has(template) === true
  if (isRepeated) noteConflict(api, operation)
  return isRepeated
}
