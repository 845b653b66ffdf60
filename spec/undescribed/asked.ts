import type { Document, Operation, Parameter } from '../document.ts'
import { responseSchema } from '../inference/bodies/content.ts'
import { findRecord } from '../inference/bodies/envelope.ts'
import { byNormalizedName, normalizeName } from '../inference/prose/words.ts'
import { operationsOf } from '../operations.ts'
import { possiblePropertiesOf } from '../schemas/properties.ts'
import { groupsOf, type Group } from './groups.ts'
import { isOption } from './option-names.ts'
import { rewrite, type Edit } from './rewrite.ts'
import { saysNothing } from './says-nothing.ts'

/**
 * Adds a body to operations that take the properties of a record in the query, as `POST /cards?name=Plans`. It is a guess to serve a mock
 * with: clients send the query.
 */
export function describeAsked(document: Document): Document {
  const groups = groupsOf(operationsOf(document).operations).filter(({ read, list }) => read ?? list)
  return rewrite(
    document,
    groups.flatMap((group) =>
      [group.create, ...group.changes].flatMap((operation) =>
        operation && !operation.requestBody ? bodyOf(document, operation, group) : [],
      ),
    ),
  )
}

function bodyOf(document: Document, operation: Operation, group: Group): readonly Edit[] {
  const asked = propertiesAsked(document, operation, group)
  if (asked.length === 0) return []
  const properties = Object.fromEntries(asked.map(({ name, schema }) => [name, { $ref: schema?.pointer }]))
  const media = { schema: { type: 'object', properties } }
  const content = { 'application/json': media, 'application/x-www-form-urlencoded': media }
  return [{ pointer: `${operation.pointer}/requestBody`, value: { content } }]
}

/** The query parameters that are named like properties of the record, or all that may be if no response shows one. */
function propertiesAsked(
  document: Document,
  { parameters }: Operation,
  { read, create, list, subject }: Group,
): readonly Parameter[] {
  const asked = parameters.filter(
    ({ in: place, name, schema }) => place === 'query' && schema !== undefined && !isOption(name),
  )
  const answers = [read, create, list].flatMap((each) => (each && responseSchema(each)) ?? [])
  const shown = answers.find((answer) => !saysNothing(document, answer))
  if (asked.length === 0 || shown === undefined) return asked
  const record = findRecord(document, shown, subject)
  const names = byNormalizedName(record ? possiblePropertiesOf(document, record.schema) : new Map())
  return asked.filter(({ name }) => names.has(normalizeName(name)))
}
