import { wordsOf } from '../../../spec/inference/prose/words.ts'
import type { Json } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import type { CrudOptions } from '../options.ts'
import { isSettable } from '../records/settable.ts'

/** Creates a function that composes the name of a person from the first and the last one; undefined if clients set it, or records lack it. */
export function createSetFullName(
  options: CrudOptions,
  resource: Resource,
): ((record: Record<string, Json>) => void) | undefined {
  const names = [...possiblePropertiesOf(options.document, resource.record).keys()]
  const named = (pattern: RegExp): string | undefined =>
    names.find((name) => pattern.test(wordsOf(name).join(' ')))
  const [whole, first, last] = [
    named(/^full ?name$/) ?? named(/^(?:display )?name$/),
    named(/^(?:first|given) ?name$/),
    named(/^(?:last|family) ?name$|^surname$/),
  ]
  if (whole === undefined || first === undefined || last === undefined) return undefined
  if (isSettable(options, resource, whole)) return undefined
  return (record) => {
    const parts = [record[first], record[last]].flatMap((part) =>
      typeof part === 'string' && part !== '' ? [part] : [],
    )
    if (parts.length > 0 && Object.hasOwn(record, whole)) record[whole] = parts.join(' ')
  }
}
