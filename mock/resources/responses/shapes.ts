import type { Operation } from '../../../spec/document.ts'
import type { CrudOptions } from '../options.ts'
import { createOwnLinks } from './own-links.ts'
import type { Shape } from './shape.ts'
import { createStandardMembers } from './standard-members.ts'

/** What may shape the responses of an operation. */
export interface Wanted {
  readonly isCompound: boolean
  readonly isExpanded: boolean
  /** Whether records may show their own URLs. */
  readonly isLinked: boolean
  readonly fields: readonly string[]
}

/** Loads what shapes the responses of an operation. */
export async function loadShapes(
  options: CrudOptions,
  operation: Operation,
  { isCompound, isExpanded, isLinked, fields }: Wanted,
): Promise<readonly Shape[]> {
  const shapes: Shape[] = []
  if (isCompound) {
    const { createCompoundDocument } = await import('./compound-document.ts')
    shapes.push(createCompoundDocument(options, operation))
  }
  if (isExpanded) {
    const { createExpansion } = await import('./expansion.ts')
    shapes.push(createExpansion(options, operation))
    const { createSideLoading } = await import('./side-loading.ts')
    const sideLoading = createSideLoading(options, operation)
    if (sideLoading) shapes.push(sideLoading)
  }
  if (fields.length > 0) {
    const { createSparseFieldsets } = await import('./sparse-fieldsets.ts')
    shapes.push(createSparseFieldsets(options, operation, fields))
  }
  const links = isLinked
    ? [createOwnLinks(options, operation), createStandardMembers(options, operation)]
    : []
  return [...links.filter((link) => link !== undefined), ...shapes]
}
