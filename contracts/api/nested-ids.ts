import type { Document } from '../../spec/document.ts'
import { pathToId } from '../../spec/inference/identity/path-to-id.ts'
import type { Resource, ResourceModel } from '../../spec/resources.ts'

/** Whether a part of a record is about the record itself: SCIM's `meta`, Kubernetes' `metadata`. Other parts may be other records. */
export const isMetadata = (name: string): boolean => /^meta(?:data)?$/i.test(name)

/** The model with the places of ids that records have in their metadata: Kubernetes' `metadata.name`, which paths call `{name}`. */
export const withNestedIds = (document: Document, model: ResourceModel): ResourceModel =>
  withResources(model, (resource) => {
    const { idProperty, idParameter, record } = resource
    const isElsewhere = idProperty === undefined && idParameter !== undefined
    const idPath = isElsewhere ? pathToId(document, record, idParameter) : undefined
    return idPath?.[0] !== undefined && isMetadata(idPath[0]) ? { ...resource, idPath } : resource
  })

/** The model with other resources of the same names. */
export function withResources(model: ResourceModel, change: (resource: Resource) => Resource): ResourceModel {
  const changed = new Map(model.resources.map((each) => [each.name, change(each)]))
  const roles = [...model.roles].map(
    ([id, each]) => [id, { ...each, resource: changed.get(each.resource.name) ?? each.resource }] as const,
  )
  return { ...model, resources: [...changed.values()], roles: new Map(roles) }
}
