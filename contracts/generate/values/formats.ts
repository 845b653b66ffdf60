import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import * as fc from 'fast-check'
import { getOrInsertComputed } from '../../../spec/util/memo.ts'
import { addFormats } from '../../../spec/validation/formats.ts'

/** Values for a string format. */
interface Format {
  /** Ordinary values. */
  readonly values: fc.Arbitrary<string>
  /** Valid values that servers may refuse by mistake. */
  readonly edges: readonly string[]
  /** Invalid values that look like the format, each with what is wrong. */
  readonly broken: readonly (readonly [value: string, why: string])[]
  /** Those of the invalid values that many parsers read as what is meant. */
  readonly clear?: ReadonlySet<string>
}

const day = 86_400_000
const letters = [...'abcdefghijklmnopqrstuvwxyz']
const word: fc.Arbitrary<string> = fc.string({
  unit: fc.constantFrom(...letters),
  minLength: 1,
  maxLength: 10,
})
const two = (max: number): fc.Arbitrary<string> =>
  fc.integer({ min: 0, max }).map((each) => String(each).padStart(2, '0'))
const hex = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 1, maxLength: 4 })

const dates = fc
  .integer({ min: 0, max: 18_000 })
  .map((days) => new Date(Date.UTC(2000, 0, 1) + days * day).toISOString().slice(0, 10))
const clock = fc.tuple(two(23), two(59), two(59)).map((parts) => parts.join(':'))
const fraction = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  fc.integer({ min: 100, max: 999 }).map((each) => `.${each}`),
)
const times = fc.tuple(clock, fraction).map(([time, part]) => `${time}${part}Z`)
const uris = word.map((path) => `https://example.com/${path}`)
const emails = word.map((name) => `${name}@example.com`)
const hosts = word.map((name) => `${name}.example.com`)
const digits = fc.nat({ max: 1_000_000_000 }).map(String)

const date: Format = {
  values: dates,
  edges: ['2024-02-29', '1970-01-01', '1969-12-31', '9999-12-31'],
  broken: [
    ['2023-02-29', 'a day that does not exist'],
    ['2024-04-31', 'a day that does not exist'],
    ['2024-13-01', 'a month that does not exist'],
    ['2024-00-10', 'a month that does not exist'],
    ['2024-1-5', 'without leading zeros'],
    ['20240506', 'without hyphens'],
    ['06/05/2024', 'written with slashes'],
    ['2024-05-06T07:08:09Z', 'a date-time'],
    ['2024-05-06 ', 'with a space at its end'],
  ],
  clear: new Set(['2024-1-5', '20240506', '2024-05-06 ']),
}
/** A space for the `T` is not among the broken values: RFC 3339 §5.6 allows applications to use one. */
const dateTime: Format = {
  values: fc.tuple(dates, times).map((parts) => parts.join('T')),
  edges: [
    '2024-02-29T23:59:59Z',
    '2024-05-06T07:08:09.123456Z',
    '2024-05-06T07:08:09+05:30',
    '1969-12-31T23:59:59Z',
  ],
  broken: [
    ['2024-05-06', 'a date without time'],
    ['2024-05-06T07:08:09', 'without an offset'],
    ['2024-05-06T07:08Z', 'without seconds'],
    ['2023-02-29T07:08:09Z', 'on a day that does not exist'],
    ['2024-05-06T24:00:00Z', 'at an hour that does not exist'],
    ['2024-05-06T07:60:00Z', 'at a minute that does not exist'],
    ['2024-05-06T07:08:09+0200', 'with an offset without colon'],
    ['1714979289', 'in seconds since 1970'],
  ],
  clear: new Set(['2024-05-06', '2024-05-06T07:08Z', '2024-05-06T07:08:09', '2024-05-06T07:08:09+0200']),
}
const time: Format = {
  values: times,
  edges: ['00:00:00Z', '23:59:59Z', '07:08:09.5+05:30'],
  broken: [
    ['07:08Z', 'without seconds'],
    ['24:00:00Z', 'at an hour that does not exist'],
    ['7:08:09Z', 'without a leading zero'],
    ['07:08:09 PM', 'in twelve hours'],
  ],
  clear: new Set(['07:08Z', '7:08:09Z']),
}
const duration: Format = {
  values: fc
    .tuple(fc.constantFrom('P#D', 'PT#H', 'PT#M', 'PT#S', 'P#W'), fc.integer({ min: 1, max: 90 }))
    .map(([form, amount]) => form.replace('#', String(amount))),
  edges: ['P1Y2M3DT4H5M6S', 'PT0S', 'P4W'],
  broken: [
    ['P', 'without an amount'],
    ['PT', 'without an amount'],
    ['1D', 'without the P'],
    ['P1H', 'with hours before the T'],
    ['01:30:00', 'a time'],
  ],
}
const uuid: Format = {
  values: fc.uuid({ version: 4 }),
  edges: ['00000000-0000-0000-0000-000000000000', 'F81D4FAE-7DEC-41D0-A765-00A0C91E6BF6'],
  broken: [
    ['f81d4fae-7dec-41d0-a765-00a0c91e6bf', 'one digit too short'],
    ['f81d4fae-7dec-41d0-a765-00a0c91e6bf67', 'one digit too long'],
    ['g81d4fae-7dec-41d0-a765-00a0c91e6bf6', 'with a letter that is no hexadecimal digit'],
    ['f81d4fae7dec41d0a76500a0c91e6bf6', 'without hyphens'],
    ['{f81d4fae-7dec-41d0-a765-00a0c91e6bf6}', 'in braces'],
  ],
  clear: new Set(['f81d4fae7dec41d0a76500a0c91e6bf6', '{f81d4fae-7dec-41d0-a765-00a0c91e6bf6}']),
}
const email: Format = {
  values: emails,
  edges: ['first.last+tag@mail.example.com', "o'neil@example.co.uk", 'First.Last@example.com'],
  broken: [
    ['plain', 'without @'],
    ['@example.com', 'without a name'],
    ['someone@', 'without a host'],
    ['some one@example.com', 'with a space'],
    ['a@b@example.com', 'with two @'],
    ['someone@example..com', 'with two dots in a row'],
  ],
}
const uri: Format = {
  values: uris,
  edges: ['https://user@example.com:8443/a/b;c?d=e&f=%20#g', 'urn:isbn:0451450523', 'http://[2001:db8::1]/'],
  broken: [
    ['not a uri', 'words'],
    ['/relative/path', 'relative'],
    ['example.com', 'without a scheme'],
    ['https://exa mple.com/', 'with a space'],
  ],
}
const uriReference: Format = {
  values: word.map((path) => `/${path}`),
  edges: ['', '#part', '../up?q=1', 'https://example.com/'],
  broken: [
    ['a b', 'with a space'],
    ['\\\\host\\share', 'with backslashes'],
    ['/%zz', 'with a broken escape'],
  ],
}
const hostname: Format = {
  values: hosts,
  edges: ['localhost', `${'a'.repeat(63)}.example.com`, 'xn--bcher-kva.example'],
  broken: [
    ['-start.example.com', 'with a hyphen at its start'],
    ['two..dots.example', 'with an empty label'],
    ['under_score.example.com', 'with an underscore'],
    [`${'a'.repeat(64)}.example.com`, 'with a label of 64 characters'],
    ['exa mple.com', 'with a space'],
  ],
}
const ipv4: Format = {
  values: fc.ipV4(),
  edges: ['0.0.0.0', '255.255.255.255'],
  broken: [
    ['256.0.0.1', 'with a number above 255'],
    ['192.0.2', 'of three numbers'],
    ['192.0.2.1.5', 'of five numbers'],
    ['2001:db8::1', 'an IPv6 address'],
  ],
}
const ipv6: Format = {
  values: fc.array(hex, { minLength: 1, maxLength: 4 }).map((parts) => `2001:db8::${parts.join(':')}`),
  edges: ['::', '::1', '::ffff:192.0.2.1', '2001:0DB8:0000:0000:0000:0000:0000:0001'],
  broken: [
    ['2001:db8:::1', 'with three colons in a row'],
    ['2001:db8::1::2', 'shortened twice'],
    ['2001:db8::gggg', 'with letters that are no hexadecimal digits'],
    ['1:2:3:4:5:6:7', 'of seven groups'],
    ['192.0.2.1', 'an IPv4 address'],
  ],
}
const byte: Format = {
  values: fc.base64String({ maxLength: 24 }),
  edges: ['', 'AA==', '+/+/'],
  broken: [
    ['YQ', 'without padding'],
    ['YW_-', 'in the URL alphabet'],
    ['Y===', 'with too much padding'],
    ['not base64!', 'with characters outside the alphabet'],
  ],
}
const only = (values: fc.Arbitrary<string>, ...broken: readonly (readonly [string, string])[]): Format => ({
  values,
  edges: [],
  broken,
})

/** By name, formats that the validator asserts, and some that only describe typical values. */
const formats: ReadonlyMap<string, Format> = new Map(
  Object.entries({
    date,
    'date-time': dateTime,
    time,
    duration,
    uuid,
    email,
    'idn-email': only(emails),
    uri,
    url: only(uris),
    iri: only(uris),
    'uri-reference': uriReference,
    'iri-reference': only(uriReference.values),
    'uri-template': only(
      word.map((name) => `/${name}/{id}`),
      ['/pets/{id', 'with an open brace'],
    ),
    hostname,
    'idn-hostname': only(hosts),
    ipv4,
    ipv6,
    byte,
    base64: only(byte.values),
    bytes: only(byte.values),
    base64url: only(
      byte.values.map((text) => text.replace(/=/g, '').replace(/\+/g, '-').replace(/\//g, '_')),
    ),
    regex: only(word, ['[a-z', 'with an open bracket'], ['(a', 'with an open parenthesis']),
    'json-pointer': only(
      word.map((name) => `/${name}`),
      ['a/b', 'without a slash at its start'],
      ['/a~2', 'with a broken escape'],
    ),
    'relative-json-pointer': only(
      word.map((name) => `0/${name}`),
      ['/a', 'without a number'],
      ['-1/a', 'with a negative number'],
    ),
    'date-time-local': only(fc.tuple(dates, clock).map((parts) => parts.join('T'))),
    'time-local': only(clock),
    'http-date': only(dates.map((text) => new Date(text).toUTCString())),
    int32: only(digits),
    int64: only(digits),
    uint32: only(digits),
    uint64: only(digits),
    double: only(digits),
    float: only(digits),
    // Databases limit the digits before and after the point.
    decimal: only(fc.integer({ min: 1, max: 99 }).map((number) => `${String(number)}.5`)),
    char: only(fc.constantFrom(...letters)),
    currency: only(fc.constantFrom('usd', 'eur')),
    phone: only(fc.integer({ min: 1_000_000, max: 9_999_999 }).map((number) => `+1555${number}`)),
  }),
)

/** The values for a format; undefined for an unknown one. */
export function formatOf(name: string): Format | undefined {
  return formats.get(name)
}

/** Formats that allow any string. */
const unrestricted = new Set(['password', 'binary', 'byte'])

/** The format of a string schema if only the server knows which strings conform to it. */
export function unknownFormatIn({ type, format }: Readonly<Record<string, unknown>>): string | undefined {
  const isText = type === 'string' && typeof format === 'string'
  return isText && !formatOf(format) && !unrestricted.has(format) ? format : undefined
}

const checks = new Map<string, ValidateFunction>()
const ajv = new Ajv2020({ strict: false, logger: false })
addFormats(ajv)

/** Whether a string conforms to a format by the validator; always true for a format that it does not assert. */
export function isOfFormat(name: string, text: string): boolean {
  const check = getOrInsertComputed(checks, name, () => ajv.compile({ format: name }))
  return check(text)
}
