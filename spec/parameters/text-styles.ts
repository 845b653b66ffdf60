import type { Parameter } from '../document.ts'
import type { Json } from '../json.ts'
import { types, type Shape } from '../schemas/shape.ts'
import { splitOnce } from '../util/split-once.ts'
import {
  badStyle,
  formOf,
  readAlternating,
  readItems,
  readPairs,
  readScalar,
  type Decode,
  type Fault,
  type Form,
} from './read-values.ts'

/** Reads a parameter that is the whole of a text: of a path segment or a header field. */
export type TextReader = (text: string) => Json | Fault

/** Creates a reader for the styles `matrix`, `label` and `simple` (OpenAPI 3.2 §4.12.6 Style Values, RFC 6570 §3.2). */
export function createTextReader(
  parameter: Pick<Parameter, 'name' | 'style' | 'explode'>,
  shape: Shape,
  decode: Decode,
): TextReader {
  const form = shape.types === types.any ? 'scalar' : formOf(shape)
  const split = splitterOf(parameter, form, decode)
  const readObject = parameter.explode ? readPairs : readAlternating
  return (text) => {
    const texts = split(text)
    if (texts === undefined) return badStyle
    if (form === 'object') return readObject(texts, decode, shape)
    const single = form === 'scalar' || (form === 'scalar or array' && texts.length === 1)
    return single ? readScalar(texts[0]!, decode, shape) : readItems(texts, decode, shape)
  }
}

/** Splits a text at the delimiters of its style; undefined when it does not have that style. */
type Splitter = (text: string) => readonly string[] | undefined

function splitterOf(
  { name, style, explode }: Pick<Parameter, 'name' | 'style' | 'explode'>,
  form: Form,
  decode: Decode,
): Splitter {
  const split = (text: string, separator: string): readonly string[] =>
    form === 'scalar' ? [text] : text.split(separator)
  if (style === 'label') return afterPrefix('.', (text) => split(text, explode ? '.' : ','))
  if (style !== 'matrix') return (text) => split(text, ',')
  if (!explode)
    return afterPrefix(';', (text) => unnamed([text], name, decode)?.flatMap((value) => split(value, ',')))
  if (form === 'object') return afterPrefix(';', (text) => text.split(';'))
  return afterPrefix(';', (text) => unnamed(split(text, ';'), name, decode))
}

function afterPrefix(prefix: string, split: Splitter): Splitter {
  return (text) => (text.startsWith(prefix) ? split(text.slice(prefix.length)) : undefined)
}

/** The values of `name=value` texts, where `name` alone has an empty value; undefined when one has another name. */
function unnamed(texts: readonly string[], name: string, decode: Decode): readonly string[] | undefined {
  const pairs = texts.map((text) => splitOnce(text, '='))
  return pairs.every(([pairName]) => decode(pairName) === name)
    ? pairs.map(([, value = '']) => value)
    : undefined
}
