import { pathParameter, type Document, type SchemaNode } from '../../document.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { resolveRef } from '../../schemas/subschemas.ts'
import { groupBy } from '../../util/group-by.ts'
import { perObject } from '../../util/memo.ts'
import { collectionKeys, literalPath } from '../paths/template.ts'
import { normalizeName } from '../prose/words.ts'
import { nounBeforeId, resourceNoun } from '../references/names.ts'
import { canShareValue } from '../schemas/compatibility.ts'
import { scopeOf, type Draft } from './draft.ts'

/** Drafts of collections by the key of their path. Several share a key if their paths differ only in the names of parameters. */
export type DraftsByKey = ReadonlyMap<string, readonly Draft[]>

/** Indexes the drafts of collections. */
export function draftsByKey(drafts: readonly Draft[]): DraftsByKey {
  const byKey = new Map<string, Draft[]>()
  for (const draft of drafts) addByKey(byKey, draft)
  return byKey
}

/** Adds a draft to an index, unless it is a singleton. */
export function addByKey(byKey: Map<string, Draft[]>, draft: Draft): void {
  if (draft.kind !== 'collection') return
  const others = byKey.get(draft.template.key)
  if (others) others.push(draft)
  else byKey.set(draft.template.key, [draft])
}

/** The nearest collection whose items a draft's path runs through, and whose ids the path accepts. */
export function parentOf(document: Document, draft: Draft, drafts: DraftsByKey): Draft | undefined {
  for (const key of collectionKeys(draft.template)) {
    const parent = drafts.get(key)?.find((other) => other !== draft && acceptsIds(document, draft, other))
    if (parent) return parent
  }
  return undefined
}

/**
 * The collection whose items the first parameters of a draft's path identify, wherever its own path is: `/flags/{projectKey}` has the
 * flags of a project of `/projects/{projectKey}`. Undefined unless their names tell exactly one.
 */
export function namedParentOf(document: Document, draft: Draft, drafts: DraftsByKey): Draft | undefined {
  const scope = scopeOf(draft)
  for (let { length } = scope; length > 0; length--) {
    const [parent, ...others] = byParameters(drafts).get(scope.slice(0, length).join('/')) ?? []
    if (parent && others.length === 0 && parent !== draft && acceptsIds(document, draft, parent))
      return parent
  }
  return undefined
}

/** The drafts whose parameters say what they identify, by all of these. */
const byParameters = perObject((drafts: DraftsByKey) => {
  const named = [...drafts.values()].flat().filter(({ idParameter: name, identity, template }) => {
    if (name === undefined) return false
    const noun = nounBeforeId(name, identity.property ?? 'id') ?? normalizeName(name)
    return noun.endsWith(resourceNoun(literalPath(template.segments)))
  })
  return groupBy(named, (draft) => [...scopeOf(draft), draft.idParameter].join('/'))
})

/** Whether an id of the parent can stand in the paths of the child. */
function acceptsIds(document: Document, child: Draft, parent: Draft): boolean {
  const depth = scopeOf(parent).length
  const { property } = parent.identity
  const id = property === undefined ? undefined : possiblePropertiesOf(document, parent.record).get(property)
  const inPaths = [
    ...parent.operations.flatMap((each) => schemaOf(parent, each.operationId, each.idParameter) ?? []),
    ...child.operations.flatMap((each) => schemaOf(child, each.operationId, each.scope[depth]) ?? []),
  ]
  const unique = new Map(inPaths.map((node) => [resolveRef(document, node).pointer, node]))
  return canShareValue(document, [...(id ? [id] : []), ...unique.values()])
}

/** The schema of a path parameter of one of a draft's operations. */
function schemaOf({ routes }: Draft, operationId: string, name: string | undefined): SchemaNode | undefined {
  const operation = routes.get(operationId)?.operation
  return operation && pathParameter(operation, name)?.schema
}
