import type { Reference, Resource } from '../../../spec/resources.ts'
import type { CrudOptions } from '../options.ts'
import { resourceNamed } from '../resource-index.ts'

/** What the records of a resource belong to: what they refer to, and what they are below. */
export interface OwnerOf {
  readonly owner: Resource
  /** How records refer to it; undefined if they are below it. */
  readonly reference: Reference | undefined
}

export function ownersOf({ model }: Pick<CrudOptions, 'model'>, resource: Resource): readonly OwnerOf[] {
  const places = [
    ...resource.references.map((reference) => ({ reference, name: reference.resource })),
    ...(resource.parent ? [{ reference: undefined, name: resource.parent.resource }] : []),
  ]
  return places.flatMap(({ reference, name }) => {
    const owner = resourceNamed(model, name)
    return owner ? [{ owner, reference }] : []
  })
}
