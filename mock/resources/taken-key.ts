import { normalizedSentences, sentencesOf } from '../../spec/inference/prose/sentences.ts'
import { singularWordsOf } from '../../spec/inference/prose/words.ts'
import { possiblePropertiesOf } from '../../spec/schemas/properties.ts'
import { typesOf, enumValues } from '../../spec/schemas/types.ts'
import { refuse, type Refused } from '../behaviour.ts'
import type { Desk, Errand } from './desk.ts'
import { nounOf, sentRecord } from './identity.ts'
import { after, type MaybePromise } from '../maybe-promise.ts'

const taken =
  / (?:exist|taken|duplicate|in use|unique|already (?:been )?(?:use|used|registered|exist|known|ha)|another \w+ (?:ha|with)) /
const absent = / (?:not|no|unknown|missing) /

/**
 * Refuses a new record with a text that another one has, where the document says of its 409 that there can be but one: `The code
 * exists`. Undefined where it does not say of one property alone.
 */
export function takenKey({
  options: { document },
  declared,
  operation,
  resource,
  accepted,
}: Desk): ((errand: Errand) => MaybePromise<Refused | undefined>) | undefined {
  const conflict = declared.responses.find(({ status }) => status === '409')
  if (operation.role !== 'create' || !conflict || !accepted) return undefined
  const said = [
    ...normalizedSentences(conflict.description),
    ...sentencesOf(declared).filter((sentence) => sentence.includes(' 409 ')),
  ].filter((sentence) => taken.test(sentence) && !absent.test(sentence))
  const shown = possiblePropertiesOf(document, resource.record)
  const [key, ...others] = [...possiblePropertiesOf(document, accepted)].flatMap(([name, node]) => {
    const isKey =
      shown.has(name) && typesOf(document, node).has('string') && enumValues(document, node).length === 0
    return isKey && said.some((sentence) => sentence.includes(` ${singularWordsOf(name)} `)) ? [name] : []
  })
  if (key === undefined || others.length > 0) return undefined
  return ({ request, records }) => {
    const value = sentRecord(operation, request)?.[key]
    if (typeof value !== 'string') return undefined
    return after(records.list({ where: [{ property: key, values: [value] }], limit: 0 }), ({ total }) =>
      total === 0 ? undefined : refuse(409, 'already_exists', `Another ${nounOf(resource)} has this ${key}.`),
    )
  }
}
