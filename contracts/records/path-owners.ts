import { normalizeName } from '../../spec/inference/prose/words.ts'
import { referencedNoun } from '../../spec/inference/references/names.ts'
import type { Resource, ResourceOperation } from '../../spec/resources.ts'
import type { Draft } from '../interaction.ts'

/** The nouns of the path parameters that identify other records: `project` for `/projects/{projectId}/tasks`. */
export function parametersAbove({ role }: ResourceOperation, { path }: Draft): ReadonlySet<string> {
  const names = Object.keys(path)
  const above = role === 'create' ? names : names.slice(0, -1)
  return new Set(above.map((name) => normalizeName(referencedNoun(name) ?? name)))
}

/** The resources of other records that the path identifies: that of the list for `/lists/{id}/tasks`, whatever `listId` is sent. */
export function ownersInPath({ name, scope, parent }: Resource, { bindings }: Draft): ReadonlySet<string> {
  const bound = bindings.flatMap((each) => (each.in === 'path' ? [each.fixture.resource] : []))
  const owners = bound.filter((each) => each !== name)
  return new Set(parent && scope.length > 0 ? [...owners, parent.resource] : owners)
}
