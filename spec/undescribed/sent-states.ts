import type { Document, Operation, SchemaNode } from '../document.ts'
import { requestSchema, responseSchema } from '../inference/bodies/content.ts'
import { findRecord } from '../inference/bodies/envelope.ts'
import { choosesAll } from '../inference/lists/filters.ts'
import { isStateName } from '../inference/states/words/state-properties.ts'
import type { Json } from '../json.ts'
import { operationsOf } from '../operations.ts'
import { queryParametersOf } from '../parameters/members.ts'
import { describedBy } from '../schemas/described.ts'
import { possiblePropertiesOf } from '../schemas/properties.ts'
import { enumValues, typesOf } from '../schemas/types.ts'
import { own } from '../util/object.ts'
import { groupsOf, type Group } from './groups.ts'
import { rewrite, type Edit } from './rewrite.ts'

/**
 * Adds the states that clients can send, or select by, to properties of records that are described as texts: `state` of an issue, if its
 * change takes `open` or `closed`. They are a guess to serve a mock with, as a service may have others.
 */
export const describeSentStates = (document: Document): Document =>
  rewrite(
    document,
    groupsOf(operationsOf(document).operations).flatMap((group) => statesIn(document, group)),
  )

function statesIn(document: Document, { read, list, create, changes, subject }: Group): readonly Edit[] {
  const answers = [read, list, create].flatMap((each) => (each && responseSchema(each)) ?? [])
  const records = answers.flatMap((each) => findRecord(document, each, subject)?.schema ?? [])
  const sent = [create, ...changes].flatMap((each) => (each && sentBy(document, each, subject)) ?? [])
  const edits = records.flatMap((record) =>
    [...possiblePropertiesOf(document, record)].flatMap(([name, node]): readonly Edit[] => {
      if (!isStateName(name) || !isPlainText(node)) return []
      const told = sent.flatMap((each) => (each.has(name) ? [valuesOf(document, each.get(name))] : []))
      // What takes any text may be sent a state that nothing tells of.
      if (told.some((each) => each.length === 0)) return []
      const values = [
        ...told.flat(),
        ...(list ? queryParametersOf(list) : [])
          .filter((each) => each.name === name)
          .flatMap(({ schema }) => valuesOf(document, schema)),
      ]
      const orNull = typesOf(document, node).has('null') ? [null] : []
      return values.length > 1
        ? [{ pointer: `${node.pointer}/enum`, value: [...new Set(values), ...orNull] }]
        : []
    }),
  )
  return edits
}

const sentBy = (
  document: Document,
  operation: Operation,
  subject: Group['subject'],
): ReadonlyMap<string, SchemaNode> | undefined => {
  const body = requestSchema(operation)
  const record = body && findRecord(document, body, subject)?.schema
  return record && possiblePropertiesOf(document, record)
}

const valuesOf = (document: Document, node: SchemaNode | undefined): readonly Json[] =>
  node ? enumValues(document, node).filter((each) => typeof each === 'string' && !choosesAll(each)) : []

/** Whether a schema says no more than that a value is a text. */
const isPlainText = ({ schema }: SchemaNode): boolean =>
  typeof schema === 'object' &&
  own(schema, 'type') === 'string' &&
  describedBy(schema).values === undefined &&
  !['enum', 'const', 'format', 'pattern'].some((keyword) => own(schema, keyword) !== undefined)
