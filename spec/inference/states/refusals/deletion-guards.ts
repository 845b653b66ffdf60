import type { Document, SchemaNode } from '../../../document.ts'
import { possiblePropertiesOf } from '../../../schemas/properties.ts'
import { typesOf } from '../../../schemas/types.ts'
import { schemaDescription } from '../../prose/sentences.ts'

/** "If true, prevents the server from being deleted", "Whether deletion protection is on", "Protects the zone against deletion". */
const prevention =
  /\bprevents?\b[^.;]*\b(?:from being (?:deleted|removed)|deletion|removal)\b|\bdeletion protection\b|\bprotect\w*\b[^.;]*\b(?:from|against) (?:accidental )?(?:being deleted|deletion|removal)\b/i

/** The paths of flags that prevent the deletion of the record which has them: `protection.delete`. */
export function deletionGuards(document: Document, record: SchemaNode): readonly (readonly string[])[] {
  const guardsIn = (node: SchemaNode): readonly string[] =>
    [...possiblePropertiesOf(document, node)].flatMap(([name, each]) =>
      typesOf(document, each).has('boolean') && prevention.test(schemaDescription(document, each))
        ? [name]
        : [],
    )
  return [
    ...guardsIn(record).map((name) => [name]),
    ...[...possiblePropertiesOf(document, record)].flatMap(([outer, node]) =>
      typesOf(document, node).has('object') ? guardsIn(node).map((name) => [outer, name]) : [],
    ),
  ]
}
