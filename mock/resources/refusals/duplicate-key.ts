import type { Document, Operation, SchemaNode } from '../../../spec/document.ts'
import { keptKeysOf, uniqueKeysOf, type UniqueKey } from '../../../spec/inference/constraints/unique-keys.ts'
import { singularWordsOf, wordsOf } from '../../../spec/inference/prose/words.ts'
import { recordCreation } from '../../../spec/inference/records/record-creation.ts'
import { areUsers } from '../../../spec/inference/references/current-user.ts'
import type { JsonObject } from '../../../spec/json.ts'
import { escapeToken } from '../../../spec/json/pointer.ts'
import type { Resource } from '../../../spec/resources.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { enumValues, typesOf } from '../../../spec/schemas/types.ts'
import { refuse, type Refused } from '../../behaviour.ts'
import { after, reduceAfter, type MaybePromise } from '../../maybe-promise.ts'
import type { Collection } from '../../store/store.ts'
import { refusalStatus } from '../declared-status.ts'
import type { Endpoint, WriteCheck } from '../endpoint.ts'
import { nounOf, sentRecord } from '../identity/identity.ts'
import { isAnother } from './written-record.ts'

/** Refuses a value that must be unique and that another record has. Undefined where the document says so of no property. */
export function duplicateKey(endpoint: Endpoint): WriteCheck | undefined {
  const { operation, resource } = endpoint
  const keys = keysOf(endpoint)
  if (keys.length === 0) return undefined
  return (context) => {
    const sent = sentRecord(operation, context.request)
    return reduceAfter<UniqueKey, Refused | undefined>(keys, undefined, (refusal, key) => {
      const value = sent?.[key.property]
      if (refusal || (typeof value !== 'string' && typeof value !== 'number')) return refusal
      return after(withValue(context.records, key, value), (found) =>
        found.some(isAnother(endpoint, context)) ? duplicateOf(resource, key) : undefined,
      )
    })
  }
}

function duplicateOf(resource: Resource, { property, status, pointer }: UniqueKey): Refused {
  const message = `Another ${nounOf(resource)} has this ${property}.`
  const issue = {
    in: 'body',
    path: `/${escapeToken(property)}`,
    keyword: 'unique',
    message,
    schema: pointer,
  } as const
  return refuse(status, 'already_exists', message, { details: [issue] })
}

function keysOf(endpoint: Endpoint): readonly UniqueKey[] {
  const { declared, operation, resource, accepted } = endpoint
  const { document } = endpoint.options
  if (!accepted || !/^(?:create|replace|update)$/.test(operation.role)) return []
  const write = { operation: declared, sent: accepted }
  const creation = recordCreation(document, resource)
  const stated = uniqueKeysOf(document, resource.record, write, creation)
  const isKept = stated.length === 0 && creation && creation.operation !== declared
  const keys = isKept ? keptKeysOf(document, resource.record, write, creation) : stated
  return keys.length > 0 ? keys : usualKeysOf(endpoint, accepted)
}

/** What users log in with, and what records are told apart by, is unique, although documents seldom say so. */
function usualKeysOf(endpoint: Endpoint, accepted: SchemaNode): readonly UniqueKey[] {
  const { declared, resource, options, idSentAs } = endpoint
  const names = [...possiblePropertiesOf(options.document, accepted)]
    .filter(([, node]) => typesOf(options.document, node).has('string') && !isChoice(options.document, node))
    .map(([name]) => name)
  const login = areUsers(resource.name) ? refusalStatus(declared, [409, 422, 400]) : undefined
  const found = (pattern: RegExp, status: number | undefined, ignoresCase = false): readonly UniqueKey[] =>
    names.flatMap((property) =>
      status !== undefined && pattern.test(wordsOf(property).join(' '))
        ? [{ property, status, ignoresCase, isInvariant: true, pointer: declared.pointer }]
        : [],
    )
  const logins = names.includes('password') ? found(/^(?:email|user ?name)$/, login, true) : []
  const conflict = conflictWith(declared, nounOf(resource))
  if (logins.length > 0 || !conflict) return logins
  const telling = found(tellingName, 409)
  // What exists already may be meant by its id.
  return telling.length > 0 || conflict === 'anything' || idSentAs !== undefined
    ? telling
    : found(/^name$/, 409)
}

const isChoice = (document: Document, node: SchemaNode): boolean => enumValues(document, node).length > 0

const tellingName =
  /^(?:email(?: address)?|user ?name|login|handle|slug|sku|isbn|ean|host ?name|host|domain(?: name)?|vin|iban)$/

/** What a creation is in conflict with, if it declares a conflict without a reason: an existing record, or anything: "Conflict". */
function conflictWith({ responses }: Operation, noun: string): 'existing' | 'anything' | undefined {
  const description = responses.find(({ status }) => status === '409')?.description
  if (description === undefined) return undefined
  const words = singularWordsOf(description.replaceAll(/[^\p{L} ]/gu, ' '))
  const others = words.replace(singularWordsOf(noun), '').replaceAll(unexplained, '')
  if (others.trim() !== '') return undefined
  return /\b(?:exist|duplicate)\b/.test(words) ? 'existing' : 'anything'
}

const unexplained =
  /\b(?:conflict|error|problem|already|exist|duplicate|resource|record|entity|an?|the|such|with|this|there|is)\b/g

function withValue(
  records: Collection,
  { property, ignoresCase }: UniqueKey,
  value: string | number,
): MaybePromise<readonly JsonObject[]> {
  const where = [{ property, values: [value], ignoresCase }]
  return after(records.list({ where, limit: 2 }), ({ items }) => items)
}
