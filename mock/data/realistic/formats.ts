import { dateFor, timestamp } from './dates.ts'
import type { Source } from './source.ts'
import { noun, phrase } from './words.ts'

/** Generates a text for a value whose name is `words`. */
export type TextMaker = (source: Source, words: string) => string

const hex = '0123456789abcdef'
const alphanumeric = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789'

/** Returns `count` random characters of an alphabet. */
export function characters(source: Source, count: number, alphabet: string = alphanumeric): string {
  let text = ''
  for (let index = 0; index < count; index += 1) text += alphabet[source.random.int(0, alphabet.length - 1)]
  return text
}

/** A version 4 UUID (RFC 9562 §5.4). */
export const uuid: TextMaker = (source) => {
  const digits = characters(source, 30, hex)
  const variant = characters(source, 1, '89ab')
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `4${digits.slice(12, 15)}`,
    variant + digits.slice(15, 18),
    digits.slice(18),
  ].join('-')
}

/** A URL under `example.com`, which is reserved (RFC 2606 §3). */
export const url: TextMaker = (source, words) => {
  if (/\b(?:avatar|image|photo|picture|thumbnail|logo|icon|banner|cover|poster|gravatar)/.test(words)) {
    return `https://images.example.com/${noun(source)}-${source.random.int(100, 999)}.jpg`
  }
  if (/\b(?:video|stream|movie)\b/.test(words)) return `https://media.example.com/${noun(source)}.mp4`
  if (/\b(?:website|homepage|site|blog)\b/.test(words)) return `https://www.${noun(source)}.example.com/`
  if (/\b(?:callback|webhook|hook|redirect)\b/.test(words)) return `https://hooks.example.com/${noun(source)}`
  return `https://example.com/${noun(source)}/${source.random.int(100, 9999)}`
}

const base64: TextMaker = (source) => btoa(phrase(source))

/** Generators by `format`: those of JSON Schema 2020-12, the OpenAPI Format Registry, and other common ones. */
export const formats: Readonly<Record<string, TextMaker>> = {
  'date-time': (source, words) => timestamp(dateFor(words, source)),
  date: (source, words) => timestamp(dateFor(words, source)).slice(0, 10),
  time: (source, words) => timestamp(dateFor(words, source)).slice(11),
  'date-time-local': (source, words) => timestamp(dateFor(words, source)).slice(0, 19),
  'time-local': (source, words) => timestamp(dateFor(words, source)).slice(11, 19),
  'date-time-rfc-2822': (source, words) => dateFor(words, source).toUTCString().replace('GMT', '+0000'),
  'http-date': (source, words) => dateFor(words, source).toUTCString(),
  duration: ({ random }) => random.pick(['PT15M', 'PT45M', 'PT2H', 'P1D', 'P3D', 'P2W']),
  email: ({ person }) => person.email,
  'idn-email': ({ person }) => person.email,
  hostname: (source) => `${noun(source)}.example.com`,
  'idn-hostname': (source) => `${noun(source)}.example.com`,
  ipv4: ({ random }) => `192.0.2.${random.int(1, 254)}`,
  ipv6: (source) => `2001:db8::${source.random.int(1, 9)}${characters(source, 3, hex)}`,
  uri: url,
  url: url,
  iri: url,
  'uri-reference': (source) => `/${noun(source)}/${source.random.int(1, 999)}`,
  'iri-reference': (source) => `/${noun(source)}/${source.random.int(1, 999)}`,
  'uri-template': (source) => `https://example.com/${noun(source)}/{id}`,
  uuid,
  guid: uuid,
  'json-pointer': (source) => `/${noun(source)}/${source.random.int(0, 9)}`,
  'relative-json-pointer': (source) => `${source.random.int(0, 3)}/${noun(source)}`,
  regex: ({ random }) => random.pick(['^[a-z]+$', '^\\d{4}$', '^[A-Z]{2}-\\d+$']),
  byte: base64,
  base64: base64,
  base64url: (source, words) => base64(source, words).replace(/=+$/, ''),
  binary: phrase,
  password: ({ faker }) => faker.internet.password({ length: 14 }),
  phone: ({ faker }) => faker.phone.number({ style: 'international' }),
  e164: ({ faker }) => faker.phone.number({ style: 'international' }),
  color: ({ faker }) => faker.color.rgb(),
  int64: (source, words) =>
    / (?:at|time|timestamp)$/.test(words)
      ? String(Math.floor(dateFor(words, source).getTime() / 1000))
      : String(source.random.int(1, 99_999)),
  int32: ({ random }) => String(random.int(1, 9_999)),
  decimal: ({ faker }) => faker.commerce.price(),
  objectid: (source) => characters(source, 24, hex),
  ulid: (source) => `01${characters(source, 24, '0123456789ABCDEFGHJKMNPQRSTVWXYZ')}`,
  html: (source) => `<p>${phrase(source)}</p>`,
}
