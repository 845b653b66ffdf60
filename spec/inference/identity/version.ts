import { responseFor, type Document, type Operation, type SchemaNode } from '../../document.ts'
import type { Resource } from '../../resources.ts'
import { hasFlag, possiblePropertiesOf, requiredOf } from '../../schemas/properties.ts'
import { typesOf } from '../../schemas/types.ts'
import { getOrInsertComputed } from '../../util/memo.ts'
import { requestSchema } from '../bodies/content.ts'
import { schemaDescription } from '../prose/sentences.ts'
import { isTagOfVersion, isVersionName } from './version-name.ts'

/** The property that counts the changes of a record. The server sets it; clients send it back to guard against lost updates. */
export interface Version {
  readonly property: string
  /** Whether its description says that it counts changes. If not, it may be the version of what the record describes. */
  readonly isDocumented: boolean
  /** The operations that are sent the version they expect to change, by operation id. */
  readonly guards: ReadonlyMap<string, Guard>
}

interface Guard {
  /** The declared status for an outdated version, if any. */
  readonly status: number | undefined
  /** Whether the document says that an outdated version is refused. */
  readonly isDocumented: boolean
}

const known = new WeakMap<Resource, Version | 'none'>()

/**
 * The property that counts the changes of a resource's records, if they have one. Cached per resource.
 * @param byId the operations of the document
 */
export function versionOf(
  document: Document,
  resource: Resource,
  byId: ReadonlyMap<string, Operation>,
): Version | undefined {
  const version = getOrInsertComputed(known, resource, () => findVersion(document, resource, byId) ?? 'none')
  return version === 'none' ? undefined : version
}

const counting =
  /\bcounts?\b.*\bchange|\b(?:increment|increas|bump|rais)(?:ed|es|s)\b|number of (?:changes|updates|revisions)|optimistic|concurren/i
const guarding =
  /changed since|out-?(?: of )?-?dated?\b|\bstale\b|in the meantime|optimistic|concurren|no longer (?:the )?(?:current|latest)|not (?:the )?(?:current|latest)|(?:does not|doesn.t|must|has to|should) match|(?:must|has to|should) be the (?:current|latest)|(?:been|was) (?:changed|modified|updated)/i

/** "Replaces the template and increments its version." */
const countsUp = /\b(?:increment|increas|bump|rais)(?:e?s)\b[^.]*\b(?:version|revision)\b/i

function findVersion(
  document: Document,
  resource: Resource,
  byId: ReadonlyMap<string, Operation>,
): Version | undefined {
  const match = [...possiblePropertiesOf(document, resource.record)].find(
    ([name, node]) => isVersionName(name) && isInteger(document, node),
  )
  if (!match) return undefined
  const [property, node] = match
  const isDocumented = counting.test(schemaDescription(document, node))
  const sending = resource.operations.flatMap(({ operationId, role, requestPath }) => {
    const operation = byId.get(operationId)
    const sent = operation && requestPath.length === 0 ? requestSchema(operation) : undefined
    const part = sent && possiblePropertiesOf(document, sent).get(property)
    return operation && part && !hasFlag(document, part, 'readOnly') ? [{ operation, role, sent, part }] : []
  })
  // A version that clients may choose for a new record is their own.
  if (sending.some(({ role }) => role === 'create') && !isDocumented) return undefined
  const guards = sending.flatMap(({ operation, role, sent, part }) => {
    if (role === 'create') return []
    const isGuardDocumented = documentsGuard(document, operation, part)
    const isGuard = isGuardDocumented || isDocumented || requiredOf(document, sent).has(property)
    return isGuard
      ? [[operation.id, { status: refusalOf(operation), isDocumented: isGuardDocumented }] as const]
      : []
  })
  const isCounted =
    isDocumented ||
    guards.length > 0 ||
    hasFlag(document, node, 'readOnly') ||
    resource.operations.some(
      ({ operationId }) =>
        isTagged(document, byId.get(operationId)) || countsUp.test(byId.get(operationId)?.description ?? ''),
    )
  return isCounted ? { property, isDocumented, guards: new Map(guards) } : undefined
}

/** Whether the entity tag of a record is its version, by the description of the header. */
const isTagged = (document: Document, operation: Operation | undefined): boolean =>
  operation !== undefined &&
  (responseFor(operation, 200)?.headers ?? []).some((header) => isTagOfVersion(document, header))

function isInteger(document: Document, node: SchemaNode): boolean {
  const types = typesOf(document, node)
  return types.size === 1 && types.has('integer')
}

const refusals = [409, 412, 422]

const refusalOf = ({ responses }: Operation): number | undefined =>
  refusals.find((each) => responses.some(({ status }) => status === String(each)))

/** Whether the description of the property, or a text of the operation about versions, says that an outdated version is refused. */
function documentsGuard(document: Document, operation: Operation, part: SchemaNode): boolean {
  const { summary = '', description = '', responses } = operation
  const refused = responses.filter(({ status }) => refusals.includes(Number(status)))
  const texts = [summary, description, ...refused.map((each) => each.description)]
  return (
    guarding.test(schemaDescription(document, part)) ||
    texts.some((text) => /\b(?:version|revision)\b|changed since/i.test(text) && guarding.test(text))
  )
}
