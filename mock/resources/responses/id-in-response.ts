import type { SchemaNode } from '../../../spec/document.ts'
import { pathToId } from '../../../spec/inference/identity/path-to-id.ts'
import { wordsOf } from '../../../spec/inference/prose/words.ts'
import { memberAt, type JsonObject } from '../../../spec/json.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import type { Outcome } from '../../behaviour.ts'
import type { Id } from '../../store/store.ts'
import { withMember } from '../member.ts'
import type { CrudOptions, RoleEntry } from '../options.ts'
import { alternativeSpellings } from '../records/spellings.ts'
import { createSetPart } from './part-of-record.ts'
import { mediaOf } from './success-media.ts'

/** For responses such as `{id}`, `{data: {id, state}}` and `{petId}`; others, and those with the id of a job only, stay as they are. */
export function createSetId(
  options: CrudOptions,
  { resource, operation: { operationId, role, status } }: RoleEntry,
): (outcome: Outcome, record: JsonObject, newId: Id | undefined) => Outcome {
  const { idProperty, idParameter } = resource
  const operation = options.byId.get(operationId)
  const schema = operation && mediaOf(operation, status)?.schema
  if (!schema) return asIs
  const hasOther = possiblePropertiesOf(options.document, resource.record).has('id')
  // `id` in a 202 response is the id of a job.
  const added = role === 'create' ? [...(hasOther ? [] : ['id']), ...namesOfNew(options, schema)] : []
  const path = [idProperty, idParameter, ...added]
    .filter((name) => name !== undefined)
    .filter((name) => status !== 202 || name !== 'id')
    .map((name) => pathToId(options.document, schema, name))
    .find((place) => place !== undefined)
  if (!path) return asIs
  const setPart = createSetPart(options, resource, schema, path.slice(0, -1))
  return (outcome, record, newId) => {
    const id = idProperty === undefined ? newId : record[idProperty]
    if (id === undefined || outcome.kind !== 'ok' || memberAt(outcome.body, path) === undefined)
      return outcome
    const body = [id, ...alternativeSpellings(id)]
      .map((value) => withMember(outcome.body ?? null, { path, value }))
      .find((candidate) => options.validator.of(schema, 'response').accepts(candidate))
    return body === undefined ? outcome : { ...outcome, body: setPart?.(body, record) ?? body }
  }
}

/** Names for the id of whatever a request has created: `entity_id`, `createdId`. */
const namesOfNew = ({ document }: CrudOptions, schema: SchemaNode): readonly string[] =>
  [...possiblePropertiesOf(document, schema).keys()].filter((name) =>
    /^(?:entity|resource|object|record|item|new|created|inserted) id$/.test(wordsOf(name).join(' ')),
  )

const asIs = (outcome: Outcome): Outcome => outcome
