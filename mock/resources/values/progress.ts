import type { Document, SchemaNode } from '../../../spec/document.ts'
import { wordsOf } from '../../../spec/inference/prose/words.ts'
import type { Json } from '../../../spec/json.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { keywordOf } from '../../../spec/schemas/subschemas.ts'
import { isNumeric, typesOf } from '../../../spec/schemas/types.ts'

const progressName =
  /^(?:progress|completion)(?: percent(?:age)?)?$|^percent(?:age)? (?:complete|completed|done)$/

/** Whether a name is that of a number that says how much has been done. */
export const isProgress = (name: string): boolean => progressName.test(wordsOf(name).join(' '))

/** Whether a state says that everything has been done. */
export const isFinished = (state: Json | undefined): boolean =>
  typeof state === 'string' && /^(?:completed?|done|finished)$/i.test(state)

/** The numbers that say how much has been done, and their values once everything has. */
export const finishedProgress = (
  document: Document,
  record: SchemaNode,
): readonly (readonly [name: string, most: number])[] =>
  [...possiblePropertiesOf(document, record)].flatMap(([name, node]) => {
    const most =
      isProgress(name) && isNumeric(typesOf(document, node)) && keywordOf(document, node, 'maximum')
    return most === 1 || most === 100 ? [[name, most] as const] : []
  })
