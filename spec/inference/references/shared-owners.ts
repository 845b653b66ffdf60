import type { Operation } from '../../document.ts'
import type { Reference, Resource } from '../../resources.ts'
import { refusalStatements, refusalStatus } from '../prose/refusal-statements.ts'
import { sentencesOf } from '../prose/sentences.ts'
import { singularNounOf, singularWordsOf } from '../prose/words.ts'

/** A reference to a record that has to belong to the same one as the record itself: the stage of an application is one of its job. */
export interface SharedOwner {
  readonly reference: Reference
  /** The property with the id of what both belong to, which both have. */
  readonly within: string
  /** The status of the refusal, if the sentence names one. */
  readonly status: number | undefined
}

/**
 * The references of which an operation says that they have to lead to a record with the same owner: "The stage must be one of the
 * application's job", "The table must belong to the restaurant".
 */
export function sharedOwners(
  operation: Operation,
  { references }: Resource,
  resources: readonly Resource[],
): readonly SharedOwner[] {
  return references.flatMap((reference) =>
    commonOwners(reference, references, resources).flatMap((owner): readonly SharedOwner[] => {
      const names = [nounsOf(reference), nounsOf(owner)] as const
      const demand = demandOf(...names)
      const sentences = sentencesOf(operation)
      const index = sentences.findIndex((sentence) => demand.test(sentence))
      const sentence = sentences[index]
      const shared = { reference, within: owner.property }
      if (sentence !== undefined)
        return [{ ...shared, status: refusalStatus(sentence, sentences[index + 1]) }]
      const refusal = refusalOf(...names)
      const stated = refusalStatements(operation).find((each) => refusal.test(each.sentence))
      return stated ? [{ ...shared, status: stated.status }] : []
    }),
  )
}

/** The references that a record has in common with the one that another reference leads to, by the names of their properties. */
export function commonOwners(
  { property, resource, idProperty }: Reference,
  references: readonly Reference[],
  resources: readonly Resource[],
): readonly Reference[] {
  const target = idProperty === undefined ? resources.find(({ name }) => name === resource) : undefined
  return references.filter(
    (owner) =>
      owner.property !== property &&
      owner.idProperty === undefined &&
      target?.references.some((each) => each.property === owner.property && each.resource === owner.resource),
  )
}

const demandOf = (noun: string, owner: string): RegExp =>
  new RegExp(
    ` ${noun} (?:if (?:any|given|sent|set) )?(?:must|ha to) (?:be (?:one )?(?:of|in|from)|belong to|be part of) (?:the |this |that )?(?:\\w+ {1,2})?(?:same )?${owner} `,
    'u',
  )

const refusalOf = (noun: string, owner: string): RegExp =>
  new RegExp(
    ` ${noun} (?:(?:belong to|is (?:in|on|of|from|part of)) (?:another|a different)|(?:doe not belong to|is not (?:in|on|of|from|part of)) (?:the |this |that )?(?:\\w+ )??(?:same )?) ?${owner} `,
    'u',
  )

const nounsOf = ({ property, resource }: Reference): string =>
  `(?:${[singularNounOf(resource), singularWordsOf(property).replace(/ id$/, '')].join('|')})`
