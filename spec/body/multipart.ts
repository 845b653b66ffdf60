import { concatBytes } from '../util/concat-bytes.ts'
import { decodePercent } from '../util/percent-encoding.ts'
import { splitOnce } from '../util/split-once.ts'

/** One part of a multipart body (RFC 2046 §5.1, RFC 7578). */
export interface Part {
  /** The `name` in its Content-Disposition. */
  readonly name: string | undefined
  readonly filename: string | undefined
  readonly contentType: string | undefined
  readonly content: Uint8Array
}

export type MultipartReading =
  | { readonly kind: 'ok'; readonly parts: readonly Part[] }
  | { readonly kind: 'malformed'; readonly message: string }

const maxParts = 1000
const maxHeaderBytes = 16_384
const text = new TextDecoder()
const bytesOf = new TextEncoder()

/** Parses a multipart body. Text before the first and after the last boundary is ignored. */
export function parseMultipart(body: Uint8Array, boundary: string): MultipartReading {
  const delimiter = bytesOf.encode(`\r\n--${boundary}`)
  const opening = delimiter.subarray(2)
  let at = startsWith(body, opening, 0) ? opening.length : after(body, delimiter, 0)
  const parts: Part[] = []
  while (at !== undefined) {
    if (startsWith(body, bytesOf.encode('--'), at)) return { kind: 'ok', parts }
    const start = endOfLine(body, at)
    if (start === undefined) return malformed('has text after a boundary on the same line')
    const end = indexOf(body, delimiter, start - 2)
    const part = end === -1 ? undefined : parsePart(body.subarray(start, Math.max(start, end)))
    if (part === undefined)
      return malformed(end === -1 ? 'does not end with its boundary' : 'has a part without header fields')
    if (parts.push(part) > maxParts) return malformed(`has more than ${String(maxParts)} parts`)
    at = end + delimiter.length
  }
  return malformed('does not contain its boundary')
}

function malformed(problem: string): MultipartReading {
  return { kind: 'malformed', message: `The multipart body ${problem}.` }
}

/** The index after the spaces and line break that follow a boundary; undefined when other text follows. */
function endOfLine(body: Uint8Array, from: number): number | undefined {
  let at = from
  while (body[at] === 0x20 || body[at] === 0x09) at++
  return body[at] === 0x0d && body[at + 1] === 0x0a ? at + 2 : undefined
}

function parsePart(bytes: Uint8Array): Part | undefined {
  const isBare = bytes[0] === 0x0d && bytes[1] === 0x0a
  const end = isBare ? 0 : indexOf(bytes, bytesOf.encode('\r\n\r\n'), 0)
  if (end === -1 || end > maxHeaderBytes) return undefined
  const fields = new Map(text.decode(bytes.subarray(0, end)).split('\r\n').map(parseField))
  const disposition = fields.get('content-disposition') ?? ''
  return {
    name: parameterOf(disposition, 'name'),
    filename: extendedParameterOf(disposition, 'filename') ?? parameterOf(disposition, 'filename'),
    contentType: fields.get('content-type'),
    content: bytes.subarray(isBare ? 2 : end + 4),
  }
}

function parseField(line: string): [name: string, value: string] {
  const [name, value = ''] = splitOnce(line, ':')
  return [name.trim().toLowerCase(), value.trim()]
}

/** A parameter of Content-Disposition. Browsers encode a quote as `%22`, other clients as `\"`. */
function parameterOf(disposition: string, name: string): string | undefined {
  const pattern = new RegExp(`;\\s*${name}\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s;"]+))`, 'i')
  const [, quoted, plain] = pattern.exec(disposition) ?? []
  const value = quoted?.replace(/\\(["\\])/g, '$1') ?? plain
  return value?.replace(/%22/g, '"').replace(/%0D/g, '\r').replace(/%0A/g, '\n')
}

/** The parameter `filename*=UTF-8''…` (RFC 5987); undefined when it is missing or invalid. */
function extendedParameterOf(disposition: string, name: string): string | undefined {
  const value = new RegExp(`;\\s*${name}\\*\\s*=\\s*utf-8'[^']*'([^\\s;]+)`, 'i').exec(disposition)?.[1]
  return value === undefined ? undefined : decodePercent(value)
}

/** Writes parts as a multipart body, and returns it with its boundary, which occurs in no part. */
export function formatMultipart(parts: readonly Part[]): {
  readonly bytes: Uint8Array
  readonly boundary: string
} {
  let boundary = 'stablehand-boundary'
  for (
    let number = 1;
    parts.some(({ content }) => indexOf(content, bytesOf.encode(boundary), 0) !== -1);
    number++
  ) {
    boundary = `stablehand-boundary-${String(number)}`
  }
  const chunks = parts.flatMap((part) => [
    bytesOf.encode(`--${boundary}\r\n${headOf(part)}\r\n`),
    part.content,
    lineBreak,
  ])
  return { bytes: concatBytes([...chunks, bytesOf.encode(`--${boundary}--\r\n`)]), boundary }
}

const lineBreak = bytesOf.encode('\r\n')

function headOf({ name = '', filename, contentType }: Part): string {
  const file = filename === undefined ? '' : `; filename="${quotable(filename)}"`
  const disposition = `Content-Disposition: form-data; name="${quotable(name)}"${file}\r\n`
  return contentType === undefined ? disposition : `${disposition}Content-Type: ${contentType}\r\n`
}

/** Escapes like browsers (HTML Standard, multipart/form-data encoding algorithm). */
function quotable(value: string): string {
  return value.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function after(bytes: Uint8Array, wanted: Uint8Array, from: number): number | undefined {
  const at = indexOf(bytes, wanted, from)
  return at === -1 ? undefined : at + wanted.length
}

function indexOf(bytes: Uint8Array, wanted: Uint8Array, from: number): number {
  let at = bytes.indexOf(wanted[0]!, from)
  while (at !== -1 && !startsWith(bytes, wanted, at)) at = bytes.indexOf(wanted[0]!, at + 1)
  return at
}

function startsWith(bytes: Uint8Array, wanted: Uint8Array, at: number): boolean {
  for (let index = 0; index < wanted.length; index++) if (bytes[at + index] !== wanted[index]) return false
  return true
}
