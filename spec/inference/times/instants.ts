import type { Document, SchemaNode } from '../../document.ts'
import type { Json } from '../../json.ts'
import { formatOf, isNumeric, typesOf } from '../../schemas/types.ts'
import { schemaDescription } from '../prose/sentences.ts'
import { wordsOf } from '../prose/words.ts'
import { isChangeTimestamp, isCreationTimestamp } from './timestamps.ts'

/** How a schema writes instants: `date-time` is RFC 3339, `mail` RFC 2822 §3.3, the others count from 1970, `digits` seconds as a text. */
export type InstantForm = 'date-time' | 'mail' | 'seconds' | 'digits' | 'milliseconds'

/** How a schema writes instants; undefined if its format and its description do not say that it does. */
export function instantForm(document: Document, node: SchemaNode): InstantForm | undefined {
  const given = formatOf(document, node)
  const format = typeof given === 'string' ? given : ''
  if (format === 'date-time') return 'date-time'
  const types = typesOf(document, node)
  const said = `${format} ${schemaDescription(document, node)}`
  const isCounted = /\b(?:unix|epoch)\b/i.test(said)
  if (types.has('string'))
    return /rfc[-_ ]?2822$/i.test(format) ? 'mail' : isCounted && format === 'int64' ? 'digits' : undefined
  if (!isNumeric(types) || !isCounted) return undefined
  return /\b(?:milliseconds|millis|ms)\b/i.test(said) ? 'milliseconds' : 'seconds'
}

/** How an integer that only its name tells to be an instant writes it: `created`, `canceled_at`. */
export function countedForm(document: Document, name: string, node: SchemaNode): InstantForm | undefined {
  const words = wordsOf(name)
  const isNamed =
    name === 'created' ||
    (words.length > 1 && (isCreationTimestamp(name) || isChangeTimestamp(name))) ||
    words.join(' ').endsWith('ed at')
  return isNamed && typesOf(document, node).has('integer') ? 'seconds' : undefined
}

export function writeInstant(form: InstantForm, instant: Date): Json {
  if (form === 'date-time') return instant.toISOString()
  if (form === 'mail') return instant.toUTCString().replace('GMT', '+0000')
  if (form === 'milliseconds') return instant.getTime()
  const seconds = Math.floor(instant.getTime() / 1000)
  return form === 'digits' ? String(seconds) : seconds
}
