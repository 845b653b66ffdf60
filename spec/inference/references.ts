import type { Document, SchemaNode } from '../document.ts'
import { possiblePropertiesOf, typesOf } from '../refs.ts'
import type { Resource } from '../resources.ts'
import { plain, singular, wordsOf } from './words.ts'

/** Collections that can be referred to, by what one record of them is called. */
export type Targets = ReadonlyMap<string, readonly Resource[]>

export function targetsOf(resources: readonly Resource[]): Targets {
  const targets = new Map<string, Resource[]>()
  for (const resource of resources) {
    if (resource.kind !== 'collection' || resource.idProperty === undefined) continue
    const name = plain(singular(lastName(resource.name)))
    targets.set(name, [...(targets.get(name) ?? []), resource])
  }
  return targets
}

/** Properties of a record that hold ids of other resources: `categoryId`, `category_id`, `idCategory`, `category`. */
export function referencesOf(
  document: Document,
  resource: Resource,
  targets: Targets,
): Resource['references'] {
  return [...possiblePropertiesOf(document, resource.record)].flatMap(([property, schema]) => {
    const target = targetOf(document, resource, property, schema, targets)
    return target ? [{ property, resource: target.name }] : []
  })
}

function targetOf(
  document: Document,
  resource: Resource,
  property: string,
  schema: SchemaNode,
  targets: Targets,
): Resource | undefined {
  const subject = subjectOf(property)
  const named = subject === undefined ? [] : (targets.get(subject) ?? [])
  // `taskId` of a task is its own, whatever else is called tasks.
  if (property === resource.idProperty && named.includes(resource)) return undefined
  const candidates = named.filter((other) => other.name !== resource.name && isIdOf(document, schema, other))
  return candidates.sort((one, other) => nearness(resource, other) - nearness(resource, one))[0]
}

/** What a property's name says it is the id of: `category` for `categoryId`. */
function subjectOf(property: string): string | undefined {
  const words = wordsOf(property)
  const isMark = (word: string | undefined): boolean => word === 'id' || word === 'uuid'
  if (words.length > 1 && isMark(words.at(-1))) return words.slice(0, -1).join('')
  return words.length > 1 && isMark(words[0]) ? words.slice(1).join('') : undefined
}

/** The last text in a resource's name: what its records are called. */
export function lastName(name: string): string {
  return name.split('/').findLast((part) => part !== '' && !part.startsWith('{')) ?? ''
}

function isIdOf(document: Document, schema: SchemaNode, { idType }: Resource): boolean {
  const types = typesOf(document, schema)
  return idType === 'integer' ? types.has('integer') || types.has('number') : types.has('string')
}

/** How many leading path texts two resources share; a resource without scope is nearer than one within another. */
function nearness(one: Resource, other: Resource): number {
  const [parts, others] = [one, other].map(({ name }) => name.split('/'))
  const shared = parts?.findIndex((part, index) => part !== others?.[index]) ?? -1
  return (shared === -1 ? (parts?.length ?? 0) : shared) - other.scope.length / 10
}
