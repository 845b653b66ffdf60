import type { JsonObject } from '../../../spec/json.ts'
import { shownRecord, type Resource } from '../../../spec/resources.ts'
import type { SchemaIssue } from '../../../spec/validation/issues.ts'
import type { CrudOptions } from '../options.ts'
import { recordTypeOf } from './record-type.ts'

/** The violations of a resource's schema by a record, as responses show it: they have no write-only properties. */
export function recordIssues(
  { document, validator }: CrudOptions,
  resource: Resource,
  record: JsonObject,
): readonly SchemaIssue[] {
  const node = shownRecord(resource)
  const { properties } = recordTypeOf(document, node)
  const shown = Object.entries(record).filter(([name]) => properties.get(name)?.isWriteOnly !== true)
  return validator.of(node, 'response')(Object.fromEntries(shown))
}
