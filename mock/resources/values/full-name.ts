import { wordsOf } from '../../../spec/inference/prose/words.ts'
import { isJsonObject, type Json } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { examplesIn } from '../../../spec/schemas/examples.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import type { CrudOptions } from '../options.ts'
import { isSettable } from '../records/settable.ts'

/** Creates a function that composes the name of a person from the first and the last one; undefined if clients set it, or records lack it. */
export function createSetFullName(
  options: CrudOptions,
  resource: Resource,
): ((record: Record<string, Json>) => void) | undefined {
  const qualified = createSetQualifiedName(options, resource)
  if (qualified) return qualified
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

/** The same for the name of what has an owner, if its examples show one with a slash: `octo/hello`. */
function createSetQualifiedName(
  { document }: CrudOptions,
  { record }: Resource,
): ((record: Record<string, Json>) => void) | undefined {
  const properties = possiblePropertiesOf(document, record)
  const [whole, node] = [...properties].find(([name]) => wordsOf(name).join(' ') === 'full name') ?? []
  const owner = properties.get('owner')
  const isQualified =
    node !== undefined &&
    examplesIn(document, node).some((each) => typeof each === 'string' && /^[\w.-]+\/[\w.-]+$/.test(each))
  if (whole === undefined || !isQualified || !owner || !properties.has('name')) return undefined
  const key = [...possiblePropertiesOf(document, owner).keys()].find((name) =>
    /^(?:login|username|slug|name)$/.test(name),
  )
  return (record) => {
    const by =
      key === undefined ? record['owner'] : isJsonObject(record['owner']) ? record['owner'][key] : undefined
    if (typeof by === 'string' && typeof record['name'] === 'string')
      record[whole] = `${by}/${record['name']}`
  }
}
