import type { Document, Operation, SchemaNode } from '../../document.ts'
import { schemaDescription } from '../prose/sentences.ts'

/**
 * The properties that a change has an effect on, if its description names them all: "The only fields which can be modified are: kind
 * and account. All other fields are ignored." Undefined if it says nothing of the kind.
 *
 * @param names The properties of the body.
 */
export function changeableOnly(
  { summary = '', description = '' }: Operation,
  names: Iterable<string>,
): ReadonlySet<string> | undefined {
  const sentence = `${summary}. ${description}`.split(/[.;](?:\s|$)/).find((each) => enumerates.test(each))
  const words = new Set(sentence?.split(/[^\p{L}\p{N}_-]+/u))
  const named = [...names].filter((name) => words.has(name))
  return named.length === 0 ? undefined : new Set(named)
}

const enumerates =
  /\bonly\b[^:]*\b(?:fields?|propert(?:y|ies)|attributes?)\b[^:]*\b(?:can|may) be (?:modified|changed|updated|edited)\b/i

/**
 * Whether the description of a change says that it gives up what is omitted: "What is left out gets its default or is removed".
 */
export const resetsOmitted = ({ description = '' }: Operation): boolean => omission.test(description)

const omission =
  /\b(?:left out|omitted|missing|absent|not (?:sent|given|included|provided))\b(?:(?!\b(?:not|keeps?|kept|stays?|unchanged|if|unless)\b)[^.;])*\b(?:defaults?|removed|reset|cleared|deleted)\b/i

/**
 * Whether the description of a property says that the server sets it, whatever clients send: "Inferred from …", "The number, read only",
 * "API endpoint for this zone".
 */
export const isComputedByServer = (document: Document, node: SchemaNode): boolean =>
  /\b(?:(?:calculated|computed|inferred|derived) (?:from|using|by)|(?:assigned|set|populated|maintained|managed) by the (?:server|system))\b|(?:^|[.,;(\n]\s*)read[- ]only\s*(?:[.;)]|$)|\bAPI endpoint (?:for|of) th(?:is|e)\b/i.test(
    schemaDescription(document, node),
  )

/** Whether the description of a property says the only value that it has: `Set to "Zone"`. */
export const isAlwaysTheSame = (document: Document, node: SchemaNode): boolean =>
  /^\s*(?:always )?set to ["“'‘`][^"”'’`]+["”'’`]\.?\s*$/i.test(schemaDescription(document, node))

/** Whether the description of a property says that the server does not always keep it: "Ignored for labour". */
export const isIgnoredAtTimes = (document: Document, node: SchemaNode): boolean =>
  /(?<!\b(?:case|whitespace|spaces?) (?:is |are )?)\bignored\b/i.test(schemaDescription(document, node))

/** Whether the description of a property says that no response has it: "MUST NOT be sent by the server". */
export const isNeverShown = (document: Document, node: SchemaNode): boolean =>
  /\b(?:must not be sent by the server|never (?:sent by the server|returned|shown)|not returned by the (?:server|api)|write[- ]only)\b/i.test(
    schemaDescription(document, node),
  )

/** Whether the description of a property says that lists do not show it: "Empty when listing keys", "omitted in the list". */
export const isHiddenInLists = (document: Document, node: SchemaNode): boolean =>
  /\b(?:empty|omitted|absent|missing|left out|hidden|null|not (?:included|shown|returned|present)) (?:when|while|during|in|from|by) [^.;]*\blist(?:s|ed|ing)?\b/i.test(
    schemaDescription(document, node),
  )
