import type { Document, SchemaNode } from '../../../spec/document.ts'
import { hiddenAfterCreation } from '../../../spec/inference/records/shown-once.ts'
import { keptProperties } from '../../../spec/inference/schemas/kept-property.ts'
import type { Json, JsonObject } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { partsOf } from '../../../spec/schemas/subschemas.ts'
import { own } from '../../../spec/util/object.ts'
import { after } from '../../maybe-promise.ts'
import { withMember } from '../member.ts'
import type { Presenter } from '../presenter.ts'

/**
 * The properties of records that a response leaves out, since its own schema does not have them: lists show the summary of an article,
 * without its text. An id that the document declares is always shown.
 */
function leftOutOf(
  document: Document,
  { record, idProperty }: Resource,
  shown: SchemaNode,
): readonly string[] {
  const declared = possiblePropertiesOf(document, shown)
  const isIdOnly = declared.size === 1 && declared.has(idProperty ?? '')
  const kept = keptProperties(record)
  if (declared.size === 0 || (!isIdOnly && isOpen(document, shown))) return kept
  return [...possiblePropertiesOf(document, record).keys()].filter(
    (name) => (name !== idProperty || kept.includes(name)) && !declared.has(name),
  )
}

/** Whether a schema says that there are other properties, or leaves that to the schemas of its subtypes. */
const isOpen = (document: Document, node: SchemaNode): boolean =>
  partsOf(document, node, ['allOf', 'oneOf', 'anyOf']).some(
    ({ schema }) =>
      own(schema, 'discriminator') !== undefined ||
      own(schema, 'patternProperties') !== undefined ||
      (own(schema, 'additionalProperties') ?? false) !== false,
  )

/** Fits records without the properties that a response leaves out. Computed once per record. */
function fitShown(
  document: Document,
  resource: Resource,
  node: SchemaNode,
  fit: Presenter['fit'],
): Presenter['fit'] {
  const hidden = leftOutOf(document, resource, node)
  if (hidden.length === 0) return fit
  const names = new Set(hidden)
  const shown = new WeakMap<JsonObject, JsonObject>()
  return (record) => {
    const known = shown.get(record)
    if (known) return known
    if (!hidden.some((name) => Object.hasOwn(record, name))) return fit(record)
    const rest = Object.fromEntries(Object.entries(record).filter(([name]) => !names.has(name)))
    return after(fit(rest), (fitted) => {
      shown.set(record, fitted)
      return fitted
    })
  }
}

/** Removes the properties that are shown only when a record is created. */
function hideLater(document: Document, node: SchemaNode, fit: Presenter['fit']): Presenter['fit'] {
  const hidden = hiddenAfterCreation(document, node)
  if (hidden.length === 0) return fit
  return (record) =>
    after(
      fit(record),
      (fitted) =>
        hidden.reduce<Json>(
          (rest, name) => withMember(rest, { path: [name], value: undefined }),
          fitted,
        ) as JsonObject,
    )
}

/** Fits records into what a response shows of them: only a new record is shown with its secrets. */
export function fitPart(
  document: Document,
  {
    node,
    resource,
    isNew,
  }: { readonly node: SchemaNode; readonly resource: Resource | undefined; readonly isNew: boolean },
  fit: Presenter['fit'],
): Presenter['fit'] {
  const shown = resource ? fitShown(document, resource, node, fit) : fit
  return isNew ? shown : hideLater(document, node, shown)
}
