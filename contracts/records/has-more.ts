import type { Pointer } from '../../spec/document.ts'
import { responseSchema } from '../../spec/inference/bodies/content.ts'
import { hasMoreMember } from '../../spec/inference/lists/paging.ts'
import { schemaDescription } from '../../spec/inference/prose/sentences.ts'
import { memberAt } from '../../spec/json.ts'
import { jsonOf } from '../answer.ts'
import type { Api, RoleOperation } from '../api/api.ts'
import type { Answer } from '../interaction.ts'

/** What a page says about whether more items follow. */
export interface HasMore {
  /** The path of the property: `has_more`, `meta.hasNext`. */
  readonly source: string
  readonly value: boolean
  /** The description of the property; empty if it has none. */
  readonly description: string
  readonly pointer: Pointer
}

/** Reads the declared boolean that tells whether more items follow; undefined if it is not declared or missing. */
export function hasMoreIn(
  { document }: Api,
  { operation }: RoleOperation,
  answer: Answer,
): HasMore | undefined {
  const schema = responseSchema(operation)
  const member = schema && hasMoreMember(document, schema)
  const value = member && memberAt(jsonOf(answer), member.path)
  if (!member || typeof value !== 'boolean') return undefined
  const description = schemaDescription(document, member.schema)
  return { source: member.path.join('.'), value, description, pointer: member.schema.pointer }
}
