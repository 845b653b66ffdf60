import { EVENT_ID, YAMLException, constructFromEvents, parseEvents } from 'js-yaml'
import type { Event } from 'js-yaml'
import { SpecError, fatal } from '../problems/spec-error.ts'
import type { SpecErrorCode } from '../problems/spec-error.ts'
import { keepExactInExamples } from './exact-examples.ts'
import { maxDepth } from './limits.ts'
import { startOf } from './source-text.ts'
import type { SourceText } from './source-text.ts'
import { exactYaml, mayHoldLargeIntegers, plainYaml } from './yaml-schema.ts'

/**
 * Parses a JSON or YAML text (YAML 1.2.2 §10.3). The last of duplicate keys wins, as in JSON. In examples, integers beyond
 * 2^53 are bigints.
 * Throws a {@link SpecError}: `syntax`, `empty`, `multiple-documents`.
 */
export function parseText(source: SourceText): unknown {
  const { text } = source
  return parseJson(text) ?? parseYaml(source, text)
}

/** Parses JSON ten times faster than YAML does. Undefined for a text it rejects: the YAML parser says where and why. */
function parseJson(text: string): unknown {
  if (!/^\s*[{[]/.test(text) || mayHoldLargeIntegers(text)) return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function parseYaml(source: SourceText, text: string): unknown {
  const events = withSyntaxErrors(source, () => parseEvents(text, { maxDepth }))
  const starts = events.flatMap((event, index) => (event.type === EVENT_ID.DOCUMENT ? [index + 1] : []))
  const failed = (code: SpecErrorCode, message: string, offset: number): SpecError =>
    new SpecError([fatal(code, message, source.locationAt(offset))])
  if (starts.length === 0) throw failed('empty', 'The file is empty.', 0)
  if (starts.length === 1) return withSyntaxErrors(source, () => construct(text, events))
  const second = startOf(events[starts[1] ?? 0])
  throw failed(
    'multiple-documents',
    'The file contains several YAML documents; the second one starts here. Only one is allowed.',
    second,
  )
}

function construct(text: string, events: Event[]): unknown {
  const isExact = mayHoldLargeIntegers(text)
  const [value] = constructFromEvents(events, {
    source: text,
    schema: isExact ? exactYaml : plainYaml,
    json: true,
  })
  return isExact ? keepExactInExamples(value) : value
}

function withSyntaxErrors<T>(source: SourceText, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw syntaxError(source, error)
  }
}

function syntaxError(source: SourceText, cause: unknown): SpecError {
  if (!(cause instanceof YAMLException)) {
    return new SpecError([fatal('syntax', 'The file is neither JSON nor YAML.', source.locationAt(0))], {
      cause,
    })
  }
  const location = source.locationAt(cause.mark?.position ?? 0)
  if (/^\s*</.test(source.text)) {
    return new SpecError([fatal('syntax', 'The file is HTML or XML, not JSON or YAML.', location)], { cause })
  }
  const code = cause.reason.startsWith('nesting exceeded') ? 'too-deep' : 'syntax'
  return new SpecError([fatal(code, sentence(cause.reason), location)], { cause })
}

function sentence(reason: string): string {
  const text = reason.trim().replace(/\.$/, '')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
