import { normalizedSentences, sentencesOf } from '../../../spec/inference/prose/sentences.ts'
import { singularWordsOf } from '../../../spec/inference/prose/words.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { typesOf, enumValues } from '../../../spec/schemas/types.ts'
import { refuse, type Refused } from '../../behaviour.ts'
import { after, type MaybePromise } from '../../maybe-promise.ts'
import type { Endpoint, RequestContext } from '../endpoint.ts'
import { nounOf, sentRecord } from '../records/identity.ts'

const taken =
  / (?:exist|taken|duplicate|in use|unique|already (?:been )?(?:use|used|registered|exist|known|ha)|another \w+ (?:ha|with)) /
const absent = / (?:not|no|unknown|missing) /

/**
 * Refuses a new record with the same text in a unique property as an existing one, where the document describes such a 409: "409
 * if the email is taken". Undefined unless the description is about exactly one property.
 */
export function duplicateKey({
  options: { document },
  declared,
  operation,
  resource,
  accepted,
}: Endpoint): ((context: RequestContext) => MaybePromise<Refused | undefined>) | undefined {
  const conflict = declared.responses.find(({ status }) => status === '409')
  if (operation.role !== 'create' || !conflict || !accepted) return undefined
  const sentences = [
    ...normalizedSentences(conflict.description),
    ...sentencesOf(declared).filter((sentence) => sentence.includes(' 409 ')),
  ].filter((sentence) => taken.test(sentence) && !absent.test(sentence))
  const recordProperties = possiblePropertiesOf(document, resource.record)
  const [key, ...otherKeys] = [...possiblePropertiesOf(document, accepted)].flatMap(([name, node]) => {
    const isText =
      recordProperties.has(name) &&
      typesOf(document, node).has('string') &&
      enumValues(document, node).length === 0
    return isText && sentences.some((sentence) => sentence.includes(` ${singularWordsOf(name)} `))
      ? [name]
      : []
  })
  if (key === undefined || otherKeys.length > 0) return undefined
  return ({ request, records }) => {
    const value = sentRecord(operation, request)?.[key]
    if (typeof value !== 'string') return undefined
    return after(records.list({ where: [{ property: key, values: [value] }], limit: 0 }), ({ total }) =>
      total === 0 ? undefined : refuse(409, 'already_exists', `Another ${nounOf(resource)} has this ${key}.`),
    )
  }
}
