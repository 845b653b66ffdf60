import type { HttpRequest } from '../../spec/http.ts'
import { decodeUtf8 } from '../../spec/json.ts'
import { quoteLiteral } from '../../spec/util/shell.ts'
import { fieldLines, requestTarget } from '../client/client.ts'
import { placeholder, type Redactor } from './redact.ts'

/** Quotes a word for a POSIX shell. `$STABLEHAND_…` placeholders remain variables. */
export function shellQuote(text: string): string {
  const variables = text.match(placeholder) ?? []
  const quoted = text.split(placeholder).map(quoteLiteral)
  const parts = quoted.flatMap((part, index) => {
    const variable = variables[index]
    return variable === undefined ? [part] : [part, `"${variable}"`]
  })
  return parts.join('') || "''"
}

/** A curl command for a POSIX shell that sends exactly the same bytes, with secrets as shell variables. */
export function curlCommand(target: string, request: HttpRequest, redactor: Redactor): string {
  const url = new URL(target).origin + requestTarget(target, request)
  const words = ['curl', '-i', ...methodOf(request), ...urlOptions(url), shellQuote(redactor.text(url))]
  for (const [name, value] of fieldLines(request)) {
    const line = value === '' ? `${name};` : `${name}: ${redactor.headerValue(name, value)}`
    words.push('-H', shellQuote(line))
  }
  const { body } = request
  if (body === undefined) return words.join(' ')
  if (request.headers['content-type'] === undefined) words.push('-H', "'Content-Type:'")
  const text = printable(body)
  const repeated = text === undefined || redactor.text(text) !== text ? undefined : repetition(text)
  if (repeated !== undefined) return [repeated, '|', ...words, '--data-binary', '@-'].join(' ')
  if (text !== undefined) return [...words, '--data-binary', shellQuote(redactor.text(text))].join(' ')
  return [`printf '${octal(body)}' |`, ...words, '--data-binary', '@-'].join(' ')
}

function methodOf({ method, body }: HttpRequest): readonly string[] {
  if (method === 'HEAD') return ['--head']
  return method === 'GET' && body === undefined ? [] : ['-X', shellQuote(method)]
}

/** Keeps curl from expanding `[]{}` and from resolving `/../` in the URL. */
function urlOptions(url: string): readonly string[] {
  return [
    ...(/[[\]{}]/.test(url) ? ['--globoff'] : []),
    ...(/\/\.\.?(?:\/|$|\?)/.test(url) ? ['--path-as-is'] : []),
  ]
}

/** The body as text that can be a shell argument; undefined when it has to be piped. */
function printable(body: Uint8Array): string | undefined {
  const text = body.length > 100_000 || startsWithMark(body) ? undefined : decodeUtf8(body)
  // curl reads a leading @ as a file name.
  return text === undefined || text.startsWith('@') || /[^\P{Cc}\t\r\n]/u.test(text) ? undefined : text
}

/** Runs of one character that are too long to read or copy. */
const run = /(.)\1{499,}/gu

/** Shell commands that print a text with long runs of one character; undefined if it has none. */
function repetition(text: string): string | undefined {
  if (text.search(run) < 0) return undefined
  const commands: string[] = []
  const write = (part: string): void => {
    if (part !== '') commands.push(`printf %s ${shellQuote(part)};`)
  }
  let at = 0
  for (const { 0: all, 1: character, index } of text.matchAll(run)) {
    write(text.slice(at, index))
    commands.push(`yes ${shellQuote(character!)} | head -n ${String([...all].length)} | tr -d '\\n';`)
    at = index + all.length
  }
  write(text.slice(at))
  return `{ ${commands.join(' ')} }`
}

const startsWithMark = (body: Uint8Array): boolean => body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf

/** The bytes as a printf(1) format: printable ASCII as is, the rest in octal. */
function octal(body: Uint8Array): string {
  return Array.from(body, (byte) => {
    const character = String.fromCharCode(byte)
    if (/[A-Za-z0-9 {}[\]":,._-]/.test(character)) return character
    return `\\${byte.toString(8).padStart(3, '0')}`
  }).join('')
}
