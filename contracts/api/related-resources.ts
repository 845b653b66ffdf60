import type { Resource } from '../../spec/resources.ts'
import { isSelected, type RunOptions } from '../options.ts'
import { operationFor, type Api } from './api.ts'
import { baseOf } from './shared-ids.ts'

/** Names of the resources with an operation that is selected for judging, or beside whose list there is one. */
export function selectedResources(api: Api, options: RunOptions): ReadonlySet<string> {
  const selected = api.operations.filter((operation) => isSelected(operation, options))
  const ids = new Set(selected.map(({ id }) => id))
  const others = new Set(selected.filter(({ id }) => !api.model.roles.has(id)).map(({ path }) => path))
  const isAnySelected = (resource: Resource): boolean => {
    const list = operationFor(api, resource, 'list')?.operation.path
    const isBeside = list !== undefined && (others.has(list) || others.has(`${list}/count`))
    return isBeside || resource.operations.some(({ operationId }) => ids.has(operationId))
  }
  return new Set(api.model.resources.filter(isAnySelected).map(({ name }) => name))
}

/**
 * Names of the selected resources and of those related to them in either direction: by nesting, by a reference, or by sharing
 * ids.
 */
export function relatedResources(api: Api, options: RunOptions): ReadonlySet<string> {
  const { resources } = api.model
  const selected = selectedResources(api, options)
  if (selected.size === resources.length) return selected
  const relationsOf = (resource: Resource): readonly (string | undefined)[] => [
    resource.parent?.resource,
    baseOf(api, resource)?.name,
    ...resource.references.map((each) => each.resource),
  ]
  const relations = resources.map((resource) => ({ name: resource.name, to: relationsOf(resource) }))
  const outgoing = relations.flatMap(({ name, to }) => (selected.has(name) ? to : []))
  const incoming = relations.filter(({ to }) => to.some((each) => each !== undefined && selected.has(each)))
  const names = [...selected, ...outgoing, ...incoming.map(({ name }) => name)]
  return new Set(names.filter((name) => name !== undefined))
}
