import type { Resource } from '../../spec/resources.ts'
import type { Api } from './api.ts'
import { isSelected, type RunOptions } from '../options.ts'
import { baseOf } from '../records/identity.ts'

/** Names of the resources of which an operation is to be judged. */
export function selectedIn({ model, byId }: Api, options: RunOptions): ReadonlySet<string> {
  const isAnySelected = ({ operations }: Resource): boolean =>
    operations.some(({ operationId }) => {
      const operation = byId.get(operationId)
      return operation !== undefined && isSelected(operation, options)
    })
  return new Set(model.resources.filter(isAnySelected).map(({ name }) => name))
}

/** Those, and the ones that have to do with them: what they are below, refer to or share their ids with, or the other way round. */
export function relatedTo(api: Api, options: RunOptions): ReadonlySet<string> {
  const { resources } = api.model
  const selected = selectedIn(api, options)
  if (selected.size === resources.length) return selected
  const tiesOf = (resource: Resource): readonly (string | undefined)[] => [
    resource.parent?.resource,
    baseOf(api, resource)?.name,
    ...resource.references.map((each) => each.resource),
  ]
  const ties = resources.map((resource) => ({ name: resource.name, to: tiesOf(resource) }))
  const toOthers = ties.flatMap(({ name, to }) => (selected.has(name) ? to : []))
  const toThem = ties.filter(({ to }) => to.some((each) => each !== undefined && selected.has(each)))
  const names = [...selected, ...toOthers, ...toThem.map(({ name }) => name)]
  return new Set(names.filter((name) => name !== undefined))
}
