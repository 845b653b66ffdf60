import type { Resource } from '../../spec/resources.ts'
import { isSelected, type RunOptions } from '../options.ts'
import type { Api } from './api.ts'
import { baseOf } from './shared-ids.ts'

/** Names of the resources with an operation that is selected for judging. */
export function selectedResources({ model, byId }: Api, options: RunOptions): ReadonlySet<string> {
  const isAnySelected = ({ operations }: Resource): boolean =>
    operations.some(({ operationId }) => {
      const operation = byId.get(operationId)
      return operation !== undefined && isSelected(operation, options)
    })
  return new Set(model.resources.filter(isAnySelected).map(({ name }) => name))
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
