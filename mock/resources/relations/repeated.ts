import type { Document, SchemaNode } from '../../../spec/document.ts'
import { referencedNounWords } from '../../../spec/inference/references/names.ts'
import { normalizedSentences, schemaDescription } from '../../../spec/inference/prose/sentences.ts'
import { singularNounOf, wordsOf } from '../../../spec/inference/prose/words.ts'
import type { Json, JsonObject } from '../../../spec/json.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { isNumeric, typesOf } from '../../../spec/schemas/types.ts'
import type { Reference } from '../../../spec/resources.ts'
import type { CrudOptions } from '../options.ts'

/** A property that repeats one of the record that a reference leads to: `customerName` beside `customerId`. */
export interface Repeated {
  readonly property: string
  readonly by: Reference
  /** The properties of the other record that it repeats: mostly one, or the first and the last name. */
  readonly sources: readonly string[]
  readonly accepts: (value: Json) => boolean
}

/** What an object repeats of the record that one of its references leads to. */
export interface Repetition {
  readonly options: Pick<CrudOptions, 'document' | 'validator'>
  /** The properties of the object, without those that clients send. */
  readonly properties: ReadonlyMap<string, SchemaNode>
  readonly reference: Reference
  /** The schema of the other record. */
  readonly target: SchemaNode
  /** Whether the object is a part of a record, such as the line of an order, that repeats properties by their own names. */
  readonly isPart: boolean
}

/** The properties that repeat those of the record that a reference leads to by its id. */
export function repeatedProperties({
  options: { document, validator },
  properties,
  reference,
  target,
  isPart,
}: Repetition): readonly Repeated[] {
  const others = possiblePropertiesOf(document, target)
  const prefix = referencedNounWords(reference.property)
  const noun = singularNounOf(reference.resource)
  return [...properties].flatMap(([property, node]): readonly Repeated[] => {
    const words = wordsOf(property)
    const isPrefixed = prefix.length > 0 && prefix.every((word, index) => words[index] === word)
    if (property === reference.property) return []
    const described = isPrefixed ? undefined : describedName(document, node, [prefix.join(' '), noun])
    if (!isPrefixed && !isPart && described === undefined) return []
    const name = described ?? words.slice(isPrefixed ? prefix.length : 0).join(' ')
    const sources = sourcesNamed(others, isPart && name === 'unit price' ? 'price' : name)
    return sources && sources.every((each) => isSameKind(document, node, others.get(each)))
      ? [
          {
            property,
            by: reference,
            sources,
            accepts: (value) => validator.of(node, 'response').accepts(value),
          },
        ]
      : []
  })
}

/** What a description says a property is of a record with one of these nouns: `name` for "Name of the user". */
function describedName(document: Document, node: SchemaNode, nouns: readonly string[]): string | undefined {
  const [sentence = ''] = normalizedSentences(schemaDescription(document, node))
  const [, name, noun = ''] =
    /^ (?:the )?(\w+(?: \w+)?) of (?:the|its|this) (.+?)(?: (?:when|at the time) .*)? $/.exec(sentence) ?? []
  return nouns.includes(noun) ? name : undefined
}

/** The properties with a name in words; the title or the first and the last name for the name of a record that has none. */
function sourcesNamed(
  properties: ReadonlyMap<string, SchemaNode>,
  name: string,
): readonly string[] | undefined {
  if (name === '' || name === 'id') return undefined
  const named = (words: string): string | undefined =>
    [...properties.keys()].find((each) => wordsOf(each).join(' ') === words)
  const exact = named(name)
  if (exact !== undefined || !/^(?:full |display )?name$/.test(name))
    return exact === undefined ? undefined : [exact]
  const whole = ['name', 'full name', 'display name', 'title'].map(named).find((each) => each !== undefined)
  const [first, last] = [named('first name'), named('last name')]
  if (whole !== undefined) return [whole]
  return first !== undefined && last !== undefined ? [first, last] : undefined
}

/** What an object shows of a record under another name, with the properties that it is made of: the `name` of who has a first and a last one. */
export function composedNames(
  document: Document,
  part: SchemaNode,
  whole: SchemaNode,
): ReadonlyMap<string, readonly string[]> {
  const properties = possiblePropertiesOf(document, whole)
  return new Map(
    [...possiblePropertiesOf(document, part)].flatMap(([name, node]) => {
      const sources = properties.has(name) ? undefined : sourcesNamed(properties, wordsOf(name).join(' '))
      return sources?.every((each) => isSameKind(document, node, properties.get(each)))
        ? [[name, sources] as const]
        : []
    }),
  )
}

/** The {@link composedNames} of a record. */
export const composedMembers = (
  composed: ReadonlyMap<string, readonly string[]>,
  record: JsonObject,
): JsonObject =>
  Object.fromEntries(
    [...composed].flatMap(([name, sources]) => {
      const value = valueOf(sources, record)
      return value === undefined ? [] : [[name, value] as const]
    }),
  )

/** Whether two schemas are both text, or both numbers. */
function isSameKind(document: Document, one: SchemaNode, other: SchemaNode | undefined): boolean {
  const types = typesOf(document, one)
  const others = other && typesOf(document, other)
  if (!others || [types, others].some((each) => each.has('object') || each.has('array'))) return false
  return (types.has('string') && others.has('string')) || (isNumeric(types) && isNumeric(others))
}

/** The value that a property repeats; undefined if the other record lacks it. */
export const repeatedValue = ({ sources }: Repeated, other: JsonObject): Json | undefined =>
  valueOf(sources, other)

function valueOf(sources: readonly string[], other: JsonObject): Json | undefined {
  const values = sources.map((name) => other[name])
  return values.length === 1 ? values[0] : values.filter((value) => typeof value === 'string').join(' ')
}
