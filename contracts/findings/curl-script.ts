import { header } from '../../spec/http.ts'
import { decodeUtf8, equalJson, stringifyJson, type Json } from '../../spec/json.ts'
import { escapeRegExp } from '../../spec/util/escape-reg-exp.ts'
import { encodeDraft, liveBindings, textOfId, withBody, withValueAt, bodyValue } from '../draft.ts'
import type { Answer, Binding, Draft, Fixture } from '../interaction.ts'
import { curlCommand } from './curl.ts'
import type { Redactor } from './redact.ts'

/**
 * A shell script that reproduces a finding: it creates the records that the requests need, keeps their new ids, entity tags and
 * addresses in variables, then sends the requests. A single command when no record is needed.
 */
export function curlScript(target: string, answers: readonly Answer[], redactor: Redactor): string {
  const script: Script = {
    target,
    redactor,
    names: new Map(),
    kept: { etag: new Map(), location: new Map() },
    lines: [],
    written: new Set(),
  }
  for (const answer of answers) write(script, answer)
  return script.lines.join('\n')
}

interface Script {
  readonly target: string
  readonly redactor: Redactor
  /** Shell variable of each fixture, by the request that made it. */
  readonly names: Map<Answer, string>
  /** Shell variable of each entity tag, and of each last segment of a Location, that is sent again. */
  readonly kept: Readonly<Record<KeptField, Map<string, string>>>
  readonly lines: string[]
  readonly written: Set<Answer>
}

function write(script: Script, answer: Answer): void {
  if (script.written.has(answer)) return
  script.written.add(answer)
  const bindings = bindingsOf(answer.draft).filter(({ fixture }) => fixture.creation !== undefined)
  for (const { fixture } of bindings) create(script, fixture)
  for (const field of conditions) keep(script, 'etag', header(answer.exchange.request.headers, field))
  keep(script, 'location', followedSegment(answer))
  script.lines.push(command(script, answer))
}

/** Writes the request that creates a fixture and those that changed it afterwards, unless already written. */
function create(script: Script, fixture: Fixture): void {
  const { creation } = fixture
  if (!creation || script.names.has(creation)) return
  write(script, creation)
  const read = reader(fixture, creation)
  if (read) {
    const name = `id${String(script.names.size + 1)}`
    const line = command(script, creation)
    script.lines[script.lines.lastIndexOf(line)] =
      `${name}=$(${line.replace('curl -i', read.curl)} | ${read.command})`
    script.names.set(creation, name)
  }
  for (const step of fixture.steps ?? []) write(script, step)
}

/** The request header fields that contain the entity tag of an earlier response. */
const conditions = ['if-match', 'if-none-match'] as const

type KeptField = 'etag' | 'location'

const lastSegment = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** What is kept of the header fields of a response, and the command that reads it from the header on standard input. */
const keptOf: Readonly<
  Record<
    KeptField,
    {
      readonly name: string
      readonly part: (field: string) => string
      /** Whether what is sent has the part of a header field. */
      readonly isSent: (part: string, sent: string) => boolean
      readonly read: string
    }
  >
> = {
  etag: {
    name: 'tag',
    part: (field) => field,
    // Perhaps among other tags, and marked as weak.
    isSent: (part, sent) => sent.includes(part),
    read: "grep -i '^etag:' | cut -d' ' -f2- | tr -d '\\r'",
  },
  location: {
    name: 'last',
    part: lastSegment,
    isSent: (part, sent) => sent === part,
    read: "grep -i '^location:' | sed 's|.*/||' | tr -d '\\r'",
  },
}

/** What reads a value from a response: the command, and the curl before it, which shows the header if that has the value. */
interface Reader {
  readonly curl: 'curl -s' | 'curl -si'
  readonly command: string
}

/** Keeps what a header of an earlier response has in a variable: a record that is created anew has another tag and address. */
function keep(script: Script, field: KeptField, sent: string = ''): void {
  const { written, lines, kept } = script
  const { name, part, isSent, read } = keptOf[field]
  for (const source of written) {
    const given = part(header(source.exchange.response.headers, field) ?? '')
    if (given === '' || !isSent(given, sent)) continue
    if (kept[field].has(given)) return
    const index = lines.lastIndexOf(command(script, source))
    const line = lines[index]
    if (line === undefined) return
    const variable = `${name}${String(kept[field].size + 1)}`
    lines[index] = `${variable}=$(${line.replace('curl -i', 'curl -si')} | ${read})`
    kept[field].set(given, variable)
    return
  }
}

/** The last segment of a path that is not made of the ids of fixtures, as that of a Location that is followed. */
function followedSegment({ draft, exchange }: Answer): string | undefined {
  const isBound = bindingsOf(draft).some((each) => each.in === 'path')
  return isBound || draft.raw?.path === undefined ? undefined : lastSegment(exchange.request.path)
}

/** What reads the new id from the response; undefined if it is not there, as the request has chosen it. */
function reader({ id }: Fixture, { content, exchange }: Answer): Reader | undefined {
  const path = content.kind === 'json' ? pathTo(content.value, id) : undefined
  if (path) {
    const members = path.map((name) => `[${JSON.stringify(name)}]`).join('')
    return {
      curl: 'curl -s',
      command: `node -p 'JSON.parse(require("fs").readFileSync(0, "utf8"))${members}'`,
    }
  }
  const { location } = keptOf
  const address = header(exchange.response.headers, 'location')
  const isLast = address !== undefined && location.part(address) === textOfId(id)
  return isLast ? { curl: 'curl -si', command: location.read } : undefined
}

/** The path of member names to a value; the shallowest one if there are several. */
function pathTo(value: Json | undefined, wanted: Json): readonly string[] | undefined {
  let level: readonly (readonly [readonly string[], Json])[] = value === undefined ? [] : [[[], value]]
  while (level.length > 0) {
    const found = level.find(([, each]) => typeof each !== 'object' && String(each) === textOfId(wanted))
    if (found) return found[0]
    level = level.flatMap(([path, each]) =>
      typeof each === 'object' && each !== null
        ? Object.entries(each).map(([name, member]) => [[...path, name], member] as const)
        : [],
    )
  }
  return undefined
}

/** A number that stands for the n-th variable until the command is written; unlikely to occur in a request. */
const sentinel = (index: number): bigint => 8_765_432_109_870_000n + BigInt(index)

/** The command of a request, with the ids of created fixtures, and the entity tags read before, as shell variables. */
function command(script: Script, answer: Answer): string {
  const { draft, exchange } = answer
  const used: string[] = []
  let marked = draft
  for (const binding of bindingsOf(draft)) {
    const { in: place, at, fixture } = binding
    const name = fixture.creation && script.names.get(fixture.creation)
    if (name === undefined) continue
    used.push(name)
    const mark = typeof fixture.id === 'string' ? String(sentinel(used.length)) : sentinel(used.length)
    marked =
      place === 'body' ? inBody(marked, binding, mark) : { ...marked, path: { ...marked.path, [at]: mark } }
  }
  const sent = used.length === 0 ? exchange.request : encodeDraft(marked)
  let { path } = sent
  const segment = followedSegment(answer) ?? ''
  const followed = script.kept.location.get(segment)
  if (followed !== undefined) {
    used.push(followed)
    path = path.slice(0, -segment.length) + String(sentinel(used.length))
  }
  const headers = { ...exchange.request.headers }
  for (const field of conditions) {
    const sent = header(headers, field) ?? ''
    const kept = [...script.kept.etag].find(([tag]) => keptOf.etag.isSent(tag, sent))
    if (kept === undefined) continue
    const [tag, name] = kept
    used.push(name)
    headers[field] = sent.replace(tag, () => String(sentinel(used.length)))
  }
  const encoded = { ...exchange.request, path, body: sent.body, headers }
  const text = curlCommand(script.target, encoded, script.redactor)
  return used.reduce((sofar, name, index) => insert(sofar, String(sentinel(index + 1)), name), text)
}

/** The fixtures a request refers to, including the parents of those fixtures in its path. */
function bindingsOf(draft: Draft): readonly Binding[] {
  const own = ownBindings(draft)
  const bound = new Set(own.flatMap(({ in: place, at }) => (place === 'path' ? [at] : [])))
  const around = own
    .flatMap(({ fixture: { creation } }) => (creation ? bindingsOf(creation.draft) : []))
    .filter((each) => each.in === 'path')
  const parents = Object.entries(draft.path).flatMap(([at, value]): readonly Binding[] => {
    const parent = bound.has(at) ? undefined : around.find(({ fixture }) => equalJson(fixture.id, value))
    return parent ? [{ ...parent, at }] : []
  })
  return [...own, ...parents]
}

/** The bindings of the request itself; in a raw body only those whose id occurs in its text. */
function ownBindings(draft: Draft): readonly Binding[] {
  const text = rawText(draft)
  if (text === undefined) return liveBindings(draft)
  const inPath = liveBindings(draft).filter((each) => each.in === 'path')
  return [...inPath, ...draft.bindings.filter((each) => each.in === 'body' && idPattern(each).test(text))]
}

function rawText({ body }: Draft): string | undefined {
  return body?.kind === 'bytes' ? decodeUtf8(body.bytes) : undefined
}

/** An id as a value of JSON text. */
function idPattern({ fixture }: Binding): RegExp {
  const text = escapeRegExp(stringifyJson(fixture.id))
  return new RegExp(`(?<=[:[,]\\s*)${text}(?=\\s*[,\\]}])`, 'g')
}

function inBody(draft: Draft, binding: Binding, value: Json): Draft {
  const pointer = binding.at
  const text = rawText(draft)
  if (draft.body?.kind === 'bytes' && text !== undefined) {
    const bytes = Buffer.from(text.replace(idPattern(binding), stringifyJson(value)))
    return { ...draft, body: { ...draft.body, bytes } }
  }
  const body = bodyValue(draft)
  const changed = body === undefined ? undefined : withValueAt(body, pointer, value)
  return changed === undefined ? draft : withBody(draft, changed)
}

/** Replaces a mark with a shell variable; within single quotes these are closed and opened again around it. */
function insert(text: string, mark: string, name: string): string {
  return text
    .split(/('(?:[^']|'\\'')*')/)
    .map((part) => part.replaceAll(mark, part.startsWith("'") ? `'"$${name}"'` : `"$${name}"`))
    .join('')
}
