import type { Document, Operation } from '../../../document.ts'
import type { Resource, ResourceModel } from '../../../resources.ts'
import { possiblePropertiesOf } from '../../../schemas/properties.ts'
import { enumValues } from '../../../schemas/types.ts'
import { escapeRegExp } from '../../../util/escape-reg-exp.ts'
import { singularNounOf, wordsOf } from '../../prose/words.ts'
import { textOf } from '../words/clauses.ts'
import { isStateName } from '../words/state-properties.ts'

/** What a new record of some kind does to the one that it is about: an event with code `delivered` sets its shipment to `delivered`. */
export interface KindEffect {
  /** The property of the new record, and its value, with which it does so. */
  readonly kind: { readonly property: string; readonly value: string }
  readonly owner: Resource
  /** The property that refers to the owner; undefined if the owner is in the path. */
  readonly reference: string | undefined
  readonly property: string
  readonly state: string
}

/** The effects in the description of a creation: "An event with code `delivered` also sets the shipment to `delivered`". */
export function kindEffects(
  document: Document,
  { resources }: ResourceModel,
  resource: Resource,
  creation: Operation,
): readonly KindEffect[] {
  const clauses = textOf(creation)
    .toLowerCase()
    .split(/[.;](?:\s|$)/)
  if (!clauses.some((clause) => sets.test(clause))) return []
  const above = resources.find(({ name }) => name === resource.parent?.resource)
  const owners = [
    ...(above ? [{ owner: above, reference: undefined }] : []),
    ...resource.references.flatMap(({ property, idProperty, resource: name }) => {
      const owner = resources.find((each) => each.name === name)
      return owner && owner !== resource && owner.scope.length === 0 && idProperty === undefined
        ? [{ owner, reference: property }]
        : []
    }),
  ]
  const kinds = textValuesIn(document, resource, () => true)
  return owners.flatMap(({ owner, reference }) =>
    textValuesIn(document, owner, isStateName).flatMap(({ property, value: state }) =>
      kinds.flatMap((kind): readonly KindEffect[] => {
        const named = `(?:with|of|whose) (?:the |its )?(?:${wordsOf(kind.property).join('[ _-]?')} )?(?:is )?${quoted(kind.value)}`
        const into = `(?:to|as|into) (?:the )?(?:(?:status|state) )?${quoted(state)}(?:$|[,:)])`
        const changed = `(?:sets|moves|marks|changes|turns|updates|brings|puts) the ${singularNounOf(owner.name)}(?:'s (?:status|state))? ${into}`
        const noun = singularNounOf(resource.name)
        const patterns = [
          `\\b${named},? (?:also )?${changed}`,
          `\\ban? ${quoted(kind.value)} (?:${noun.split(' ').at(-1) ?? noun}|one) (?:also )?(?:${changed}|${into})`,
        ].map((source) => new RegExp(source, 'u'))
        return clauses.some((clause) =>
          patterns.some(
            (pattern) => sets.test(clause) && pattern.test(clause.replaceAll(/\s+/g, ' ').trim()),
          ),
        )
          ? [{ kind, owner, reference, property, state }]
          : []
      }),
    ),
  )
}

const sets = /\b(?:sets|moves|marks|changes|turns|updates|brings|puts)\s+the\b/

const quoted = (value: string): string => `[\`"']?${escapeRegExp(value.toLowerCase())}[\`"']?`

const textValuesIn = (
  document: Document,
  { record }: Resource,
  isMeant: (property: string) => boolean,
): readonly { readonly property: string; readonly value: string }[] =>
  [...possiblePropertiesOf(document, record)].flatMap(([property, node]) =>
    isMeant(property)
      ? enumValues(document, node).flatMap((value) =>
          typeof value === 'string' ? [{ property, value }] : [],
        )
      : [],
  )
