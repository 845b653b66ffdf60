import { declaresStatus, type Document, type Operation, type Pointer } from '../../document.ts'
import { operationsOf } from '../../operations.ts'
import type { Reference } from '../../resources.ts'
import { shapeOf } from '../../routing/path-template.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { requestSchema } from '../bodies/content.ts'
import { refusalStatements } from '../prose/refusal-statements.ts'
import { normalizedSentences, schemaDescription } from '../prose/sentences.ts'
import { anyOfWords, singularNounOf, singularWordsOf, wordsOf } from '../prose/words.ts'

/** A reference that an operation refuses if no record has the id it is sent. */
export interface RefusedReference {
  readonly reference: Reference
  /** The status of the refusal, mostly 404 or 422. */
  readonly status: number
  /** Where the document says so: the operation, or its response with that status. */
  readonly pointer: Pointer
}

const missing =
  / (?:(?:doe?|did) not exist|(?<= (?:if|when) (?:\w+ ){1,4})doe? not(?= $)|(?:don|doesn) t exist|no such|(?:must|ha to|have to) (?:exist|be one of|belong to)|unknown|there (?:is|are) no|not(?: be)? found|not known) /

/**
 * The references that an operation refuses if their records do not exist. What has to exist on creation has to exist after a change, too,
 * if that declares the same refusal.
 */
export function refusedReferences(
  document: Document,
  operation: Operation,
  references: readonly Reference[],
): readonly RefusedReference[] {
  const own = statedReferences(document, operation, references)
  const isChange = operation.method === 'PATCH' || operation.method === 'PUT'
  if (own.length > 0 || !isChange || references.length === 0) return own
  const collection = shapeOf(operation.path.replace(/\/\{[^/]*\}\/?$/, ''))
  const create = operationsOf(document).operations.find(
    ({ method, path }) => method === 'POST' && shapeOf(path) === collection,
  )
  const stated = create ? statedReferences(document, create, references) : []
  return stated.filter(({ status }) =>
    operation.responses.some((response) => response.status === String(status)),
  )
}

/**
 * The references whose records have to exist according to the document: `422 when the patient does not exist` in the description of
 * the operation, `Unknown patient` in that of a response, or `An existing patient` in that of the property. References that the path
 * names are left out, as they have its own 404.
 */
function statedReferences(
  document: Document,
  operation: Operation,
  references: readonly Reference[],
): readonly RefusedReference[] {
  const statements = refusalStatements(operation).filter(({ sentence }) => missing.test(sentence))
  // The coupon of `POST /invoices/{id}/coupon` is none in the path.
  const segments = operation.path.split('/')
  const last = segments.at(-1) ?? ''
  const isAlone =
    segments.length > 2 && wordsOf(last).join(' ') === singularWordsOf(last) && !last.endsWith('}')
  const path = ` ${(isAlone ? segments.slice(0, -1) : segments).map(singularWordsOf).join(' ')} `
  return references.flatMap((reference) => {
    const named = [
      singularNounOf(reference.resource),
      singularWordsOf(reference.property).replace(/ id$/, ''),
    ]
    // The parent of a category is another one than that in the path.
    const nouns = named.filter((noun) => !path.includes(` ${noun} `))
    if (nouns.length < named.length && !nouns.includes('parent')) return []
    const statement = statements.find(({ sentence }) => nouns.some((noun) => sentence.includes(` ${noun} `)))
    return statement && declaresStatus(operation, statement.status)
      ? [{ reference, status: statement.status, pointer: statement.pointer }]
      : demandOf(document, operation, reference, nouns)
  })
}

/** The demand in the description of a property that what it refers to exists, if there is a status for the refusal. */
function demandOf(
  document: Document,
  operation: Operation,
  reference: Reference,
  nouns: readonly string[],
): readonly RefusedReference[] {
  const sent = requestSchema(operation)
  const node = sent && possiblePropertiesOf(document, sent).get(reference.property)
  const status = [422, 404, 400, 409].find((each) =>
    operation.responses.some((response) => response.status === String(each)),
  )
  if (!node || status === undefined) return []
  const existing = new RegExp(
    `^ (?:must be )?(?:(?:the )?(?:id|identifier|uuid) of )?(?:an |the )?existing (?:${anyOfWords(nouns)}) (?:id )?$`,
    'u',
  )
  const [sentence = ''] = normalizedSentences(schemaDescription(document, node))
  return existing.test(sentence) ? [{ reference, status, pointer: `${node.pointer}/description` }] : []
}
