import type { Document, Operation, SchemaNode } from '../../document.ts'
import type { Resource } from '../../resources.ts'
import { lastPart } from '../../routing/path-template.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { resolveRef } from '../../schemas/subschemas.ts'
import { jsonSchema, successResponse } from '../bodies/content.ts'
import { findRecord } from '../bodies/envelope.ts'
import { normalizedSentences } from '../prose/sentences.ts'
import { singularNounOf, singularWordsOf, wordsOf } from '../prose/words.ts'
import { referencedNoun } from '../references/names.ts'
import { withoutKept } from '../schemas/kept-property.ts'

const actionOf = ({ path }: Operation): readonly string[] => wordsOf(lastPart(path).split(':').at(-1) ?? '')

/** Words by which a response to an action says that it is about a new record. */
const somethingNew = /\b(?:new(?:ly)?|created?|cop(?:y|ied)|clone[ds]?|duplicated?|fork(?:ed)?)\b/i

/**
 * Whether an action on a record creates another one of the same kind: `POST /files/{id}/copy`, or `POST /jobs/{id}/retry` with 201
 * for "The new job". A PUT never does.
 */
export function isCopy(operation: Operation): boolean {
  const [verb = '', ...rest] = actionOf(operation)
  if (operation.method !== 'POST' || rest.length > 0) return false
  if (/^(?:copy|clone|duplicate|fork)$/.test(verb)) return true
  return operation.responses.some(
    // The name of the status says nothing about what was created.
    ({ status, description }) =>
      status === '201' && somethingNew.test(description) && !/^created\.?$/i.test(description),
  )
}

const inName =
  /["“'`](?<text>[^"”'`]{1,30})["”'`] (?:is )?(?:(?<after>after|appended to|added to|at the end of)|before|in front of|prepended to|and|plus|followed by) (?:its|the|their) (?<name>\w+)/i

/** The property of a copy that is not the original's, by the description: `title` for "with "(copy)" after its title". */
export function copyNameOf(
  document: Document,
  { summary = '', description = '' }: Operation,
  record: SchemaNode,
): { readonly property: string; readonly of: (name: string) => string } | undefined {
  const { text = '', after, name = '' } = inName.exec(`${summary}. ${description}`)?.groups ?? {}
  const property = namesOf(document, record).get(singularWordsOf(name))
  if (property === undefined) return undefined
  const added = text.trim()
  return { property, of: (own) => (after === undefined ? `${added} ${own}` : `${own} ${added}`) }
}

/** An action on a record that creates a record of another resource: `POST /carts/{id}/checkout` responds with an order. */
export interface Conversion {
  readonly target: Resource
  /** The property names that lead to the new record in the response body. */
  readonly responsePath: readonly string[]
  readonly status: number
}

/** What an action on a record of one resource creates in another; undefined if it responds with no record of another one. */
export function conversionOf(
  document: Document,
  resources: readonly Resource[],
  source: Resource,
  operation: Operation,
): Conversion | undefined {
  const response = successResponse(operation, true)
  const body = jsonSchema(response?.content ?? [])
  if (operation.method !== 'POST' || !response || !body) return undefined
  const hints = { name: '', idParameter: undefined, record: undefined }
  const shown = findRecord(document, body, hints) ?? { path: [], schema: body }
  const { pointer } = resolveRef(document, shown.schema)
  const target = resources.find(
    ({ kind, record, scope, idProperty }) =>
      kind === 'collection' &&
      idProperty !== undefined &&
      scope.length <= source.scope.length &&
      withoutKept(document, record).pointer === pointer,
  )
  const isNew = response.status === '201' || isNamedForCreation(operation)
  return target && target !== source && isNew
    ? { target, responsePath: shown.path, status: Number(response.status) || 200 }
    : undefined
}

/** A property of what a conversion creates, and that of the original whose value it takes. */
export interface TakenValue {
  readonly property: string
  readonly from: string
}

/**
 * The values that a new record takes from its original, by the description of the conversion: "Creates a policy with the product and
 * the premium of the quote". Names that not both records have are left out, as they say more than that.
 */
export function takenValues(
  document: Document,
  operation: Operation,
  source: Resource,
  target: Resource,
): readonly TakenValue[] {
  const [own, made] = [source, target].map(({ record }) => namesOf(document, record))
  const taken = new RegExp(
    ` with (?:the |it )?(?<names>[a-z0-9 ]+?) of (?:the|this|that) ${singularNounOf(source.name)} `,
  )
  const names = lists(operation).flatMap((sentence) => taken.exec(sentence)?.groups?.['names'] ?? [])
  return names
    .flatMap((each) => each.split(/ and (?:the )?|(?:^| )the /))
    .flatMap((each) => {
      const [property, from] = [made?.get(each.trim()), own?.get(each.trim())]
      return property === undefined || from === undefined ? [] : [{ property, from }]
    })
}

/** The sentences of an operation with "and" in place of commas. */
const lists = ({ summary = '', description = '' }: Operation): readonly string[] =>
  normalizedSentences(`${summary}. ${description}`.replaceAll(/, (?:and )?/g, ' and '))

/** What texts call the properties of a record: a reference by its noun. */
const namesOf = (document: Document, record: SchemaNode): ReadonlyMap<string, string> => {
  const names = [...possiblePropertiesOf(document, record).keys()]
  return new Map([
    ...names.flatMap((name) => {
      const noun = referencedNoun(name)
      return noun === undefined ? [] : [[noun, name] as const]
    }),
    ...names.map((name) => [singularWordsOf(name), name] as const),
  ])
}

const isNamedForCreation = (operation: Operation): boolean =>
  /\b(?:creates?|places?|converts?|turns? into|results? in)\b/i.test(
    `${operation.summary ?? ''} ${operation.description ?? ''}`,
  ) || /^(?:convert|checkout|finali[sz]e|finish|complete|submit|promote)$/.test(actionOf(operation).join(''))
