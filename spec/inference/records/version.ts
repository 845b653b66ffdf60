import type { Document, Operation, SchemaNode } from '../../document.ts'
import { isMarked } from '../../schemas/write-only.ts'
import { possiblePropertiesOf, requiredOf } from '../../schemas/properties.ts'
import { typesOf } from '../../schemas/types.ts'
import type { Resource } from '../../resources.ts'
import { requestSchema } from '../bodies/content.ts'
import { schemaDescription } from '../prose/sentences.ts'
import { wordsOf } from '../prose/words.ts'

/** The property of records that counts their changes: the server's to say, and a guard against changing what has changed since. */
export interface Version {
  readonly property: string
  /** Whether the document says that it counts changes: other versions may be of what a record is about. */
  readonly isDocumented: boolean
  /** The operations that are sent the version they are to change, by their id. */
  readonly guards: ReadonlyMap<string, Guard>
}

interface Guard {
  /** The declared status of a refusal; undefined where none is. */
  readonly status: number | undefined
  /** Whether the document says that an outdated version is refused. */
  readonly isDocumented: boolean
}

const known = new WeakMap<Resource, Version | 'none'>()

/** What counts the changes of a resource's records; undefined where nothing does. `byId`: the operations of the document. */
export function versionOf(
  document: Document,
  resource: Resource,
  byId: ReadonlyMap<string, Operation>,
): Version | undefined {
  const found = known.get(resource) ?? findVersion(document, resource, byId) ?? 'none'
  known.set(resource, found)
  return found === 'none' ? undefined : found
}

const names =
  /^(?:(?:lock|row|record|entity|resource|optimistic lock|concurrency) )?(?:version|revision|rev)(?: number)?$/
const counting =
  /\bcounts?\b.*\bchange|\b(?:increment|increas|bump|rais)(?:ed|es|s)\b|number of (?:changes|updates|revisions)|optimistic|concurren/i
const guarding =
  /changed since|out-?(?: of )?-?dated?\b|\bstale\b|in the meantime|optimistic|concurren|no longer (?:the )?(?:current|latest)|not (?:the )?(?:current|latest)|(?:does not|doesn.t|must|has to|should) match|(?:been|was) (?:changed|modified|updated)/i

function findVersion(
  document: Document,
  resource: Resource,
  byId: ReadonlyMap<string, Operation>,
): Version | undefined {
  const found = [...possiblePropertiesOf(document, resource.record)].find(
    ([name, node]) => names.test(wordsOf(name).join(' ')) && isInteger(document, node),
  )
  if (!found) return undefined
  const [property, node] = found
  const isTold = counting.test(schemaDescription(document, node))
  const sending = resource.operations.flatMap(({ operationId, role, requestPath }) => {
    const operation = byId.get(operationId)
    const sent = operation && requestPath.length === 0 ? requestSchema(operation) : undefined
    const part = sent && possiblePropertiesOf(document, sent).get(property)
    return operation && part && !isMarked(document, part, 'readOnly') ? [{ operation, role, sent, part }] : []
  })
  // What clients may say of a new record is theirs to count.
  if (sending.some(({ role }) => role === 'create') && !isTold) return undefined
  const guards = sending.flatMap(({ operation, role, sent, part }) => {
    if (role === 'create') return []
    const told = isGuardTold(document, operation, part)
    const isAsked = told || isTold || requiredOf(document, sent).has(property)
    return isAsked ? [[operation.id, { status: refusalOf(operation), isDocumented: told }] as const] : []
  })
  const isCounted = isTold || guards.length > 0 || isMarked(document, node, 'readOnly')
  return isCounted ? { property, isDocumented: isTold, guards: new Map(guards) } : undefined
}

function isInteger(document: Document, node: SchemaNode): boolean {
  const types = typesOf(document, node)
  return types.size === 1 && types.has('integer')
}

const refusals = [409, 412, 422]

const refusalOf = ({ responses }: Operation): number | undefined =>
  refusals.find((each) => responses.some(({ status }) => status === String(each)))

/** Whether the text of the property says it, or that of the operation and its refusals where it speaks of versions. */
function isGuardTold(document: Document, operation: Operation, part: SchemaNode): boolean {
  const { summary = '', description = '', responses } = operation
  const refused = responses.filter(({ status }) => refusals.includes(Number(status)))
  const texts = [summary, description, ...refused.map((each) => each.description)]
  return (
    guarding.test(schemaDescription(document, part)) ||
    texts.some((text) => /\b(?:version|revision)\b|changed since/i.test(text) && guarding.test(text))
  )
}
