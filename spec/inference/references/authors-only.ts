import { declaresStatus, type Document, type Operation } from '../../document.ts'
import type { Resource } from '../../resources.ts'
import { typesOf } from '../../schemas/types.ts'
import { refusalStatements } from '../prose/refusal-statements.ts'
import { singularWordsOf } from '../prose/words.ts'
import { authorProperties } from './authors.ts'

const author = '(?:author|owner|creator|sender|writer|reporter|uploader|submitter|organizer)'
const yours = [
  new RegExp(` only (?:the|it) ${author} (?:may|can|is allowed|are allowed) `),
  new RegExp(` (?:unless|if) you (?:are not|are|aren t) (?:the|it) ${author} `),
  / (?:unless) you (?:wrote|created|sent|own|posted|made|reported|uploaded) (?:it|them) /,
  / (?:if|when) (?:it is|it s|the \w+ is) (?:not (?:your|yours|your own)|somebody else s|someone else s|another user s) /,
  / not (?:the|it) author /,
]

/** The property with the author of a record whom alone an operation obeys, "403 unless you wrote it"; undefined if it obeys others too. */
export function authorsOnly(
  document: Document,
  operation: Operation,
  { record }: Pick<Resource, 'record'>,
): string | undefined {
  if (!declaresStatus(operation, 403)) return undefined
  const isStated = refusalStatements(operation).some(
    ({ sentence, status }) => status === 403 && yours.some((pattern) => pattern.test(sentence)),
  )
  if (!isStated) return undefined
  const [property, ...others] = [...authorProperties(document, record)].flatMap(([name, node]) =>
    typesOf(document, node).has('array') || singularWordsOf(name).endsWith('name') ? [] : [name],
  )
  return others.length === 0 ? property : undefined
}
