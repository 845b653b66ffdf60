/** A link of a `Link` field (RFC 8288) with one of its relation types. */
interface WebLink {
  /** The target as written; may be relative to the request's URI. */
  readonly uri: string
  /** In lower case: relation types are compared that way (RFC 8288 §3.3). */
  readonly rel: string
  /** By name in lower case, the first of several. Extended values, `title*`, are not decoded. */
  readonly parameters: ReadonlyMap<string, string>
}

export type LinksReading =
  | { readonly kind: 'ok'; readonly links: readonly WebLink[] }
  /** `reason` is a sentence. */
  | { readonly kind: 'refused'; readonly reason: string }

const separators = /[ \t,]+/y
const target = /<([^<>\s]*)>[ \t]*/y
const parameter =
  /;[ \t]*(?:([!#$%&'*+.^_`|~0-9A-Za-z-]+)[ \t]*(?:=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?[ \t]*)?/y

/** Parses a `Link` field (RFC 8288 §3). Links without a relation type are left out. */
export function parseLinks(field: string): LinksReading {
  const links: WebLink[] = []
  let at = skip(separators, field, 0)
  while (at < field.length) {
    const uri = exec(target, field, at)?.[1]
    if (uri === undefined) return refused(field, at, 'a target in angle brackets')
    const [parameters, end] = parseParameters(field, target.lastIndex)
    for (const rel of relationTypes(parameters.get('rel'))) links.push({ uri, rel, parameters })
    at = skip(separators, field, end)
    if (at === end && at < field.length) return refused(field, at, 'a comma or semicolon')
  }
  return { kind: 'ok', links }
}

function parseParameters(
  field: string,
  start: number,
): [parameters: ReadonlyMap<string, string>, end: number] {
  const parameters = new Map<string, string>()
  let end = start
  for (let match = exec(parameter, field, end); match !== null; match = exec(parameter, field, end)) {
    const [, name, quoted, plain = ''] = match
    const key = name?.toLowerCase()
    if (key !== undefined && !parameters.has(key))
      parameters.set(key, quoted?.replace(/\\(.)/g, '$1') ?? plain)
    end = parameter.lastIndex
  }
  return [parameters, end]
}

function exec(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

function skip(pattern: RegExp, text: string, at: number): number {
  return exec(pattern, text, at) === null ? at : pattern.lastIndex
}

function relationTypes(rel = ''): readonly string[] {
  return rel
    .toLowerCase()
    .split(/[ \t]+/)
    .filter((type) => type !== '')
}

function refused(field: string, at: number, expected: string): LinksReading {
  const actual = at < field.length ? `'${field.slice(at, at + 20)}'` : 'the end of the field'
  return { kind: 'refused', reason: `Expected ${expected} at position ${String(at)}, found ${actual}.` }
}
