/** A segment of a path template: a literal text, or a parameter (`{id}`, `{id}.json`). */
export type Segment = { readonly text: string } | { readonly parameter: string }

/** A parsed path template, without a trailing slash or a format suffix. */
export interface Template {
  readonly segments: readonly Segment[]
  /** The path without the names of its parameters: `/stores/{}/pets`. */
  readonly key: string
}

/** Parses a path such as `/v1/pets/{petId}.json`. `{id}:cancel` is a parameter and a text, `Pets({id})` a text and a parameter. */
export function parseTemplate(path: string): Template {
  const [, plain = path] = /^([^?#]*)/.exec(path) ?? []
  const parts = plain.split('/').filter((part) => part !== '')
  return templateOf(parts.flatMap(parseSegment))
}

/** The template without its last segment; undefined for the root. */
export function parentTemplate(template: Template): Template | undefined {
  return template.segments.length === 0 ? undefined : templateOf(template.segments.slice(0, -1))
}

/** Whether a segment is a parameter rather than a text. */
export function isParameter(segment: Segment | undefined): segment is { readonly parameter: string } {
  return segment !== undefined && 'parameter' in segment
}

/** The names of the parameters among the segments, in order. */
export function parametersOf(segments: readonly Segment[]): readonly string[] {
  return segments.flatMap((segment) => ('parameter' in segment ? [segment.parameter] : []))
}

/** The literal segments of a template as a path: `/store/orders`. */
export function literalPath(segments: readonly Segment[]): string {
  return segments.map((segment) => ('text' in segment ? `/${segment.text}` : '')).join('') || '/'
}

/** The last literal segment, which names what the path is about. */
export function lastLiteral(segments: readonly Segment[]): string {
  return segments.findLast((segment) => 'text' in segment)?.text ?? ''
}

/** The key of the paths of a collection's items. */
export function itemKey({ key }: Template): string {
  return `${key === '/' ? '' : key}/{}`
}

/** The parameter that a path ends in. */
export function lastParameter(segments: readonly Segment[]): string | undefined {
  const last = segments.at(-1)
  return isParameter(last) ? last.parameter : undefined
}

const itemVerbs: Readonly<Record<string, RegExp>> = {
  GET: /^(?:get|read|fetch|view|show|find|details?|info)$/i,
  PUT: /^(?:update|edit|modify|save|replace)$/i,
  PATCH: /^(?:update|edit|modify|save|patch)$/i,
  POST: /^(?:update|edit|modify|save)$/i,
  DELETE: /^(?:delete|remove|destroy)$/i,
}
const collectionVerbs: Readonly<Record<string, RegExp>> = {
  GET: /^(?:list|all|index|getall|listall|findall|json)$/i,
  POST: /^(?:create|add|new|insert|save)$/i,
}
/** After an id, where POST acts on a record and GET may show a part of one. */
const verbsAfterId: typeof itemVerbs = {
  ...itemVerbs,
  GET: /^(?:get|read|fetch|show|json)$/i,
  POST: /^$/,
}

/**
 * The template without a verb that repeats the method, or a format: `POST /pets/create`, `DELETE /pets/delete/{id}`,
 * `GET /pets/{id}/json`.
 */
export function withoutVerb({ segments }: Template, method: string): Template | undefined {
  const isBeforeId = isParameter(segments.at(-1))
  const at = segments.length - (isBeforeId ? 2 : 1)
  const [noun, verb] = [segments[at - 1], segments[at]]
  if (!noun || !verb || isParameter(verb) || (isBeforeId && isParameter(noun))) return undefined
  const verbs = isBeforeId ? itemVerbs : isParameter(noun) ? verbsAfterId : collectionVerbs
  return verbs[method]?.test(verb.text) === true ? templateOf(segments.toSpliced(at, 1)) : undefined
}

/** The template of the item whose file a path describes: `/files/{id}/metadata`. */
export function recordOfFile(template: Template): Template | undefined {
  const last = template.segments.at(-1)
  const isDescription =
    last && 'text' in last && /^(?:meta(?:-?data)?|info|details?|properties|attributes)$/i.test(last.text)
  return isDescription ? parentTemplate(template) : undefined
}

/** The keys of the collections whose items a path runs through, the nearest first. */
export function collectionKeys({ segments }: Template): readonly string[] {
  return segments
    .flatMap((segment, at) => (isParameter(segment) ? [keyOf(segments.slice(0, at))] : []))
    .reverse()
}

function templateOf(segments: readonly Segment[]): Template {
  return { segments, key: keyOf(segments) }
}

function keyOf(segments: readonly Segment[]): string {
  return `/${segments.map((segment) => ('text' in segment ? segment.text : '{}')).join('/')}`
}

function parseSegment(part: string): readonly Segment[] {
  const [, name, key] = /^([^{}()]+)\('?\{([^{}]+)\}'?\)$/.exec(part) ?? []
  if (name !== undefined && key !== undefined) return [{ text: name }, { parameter: key }]
  const [, parameter, rest = ''] = /^\{([^{}]+)\}(.*)$/.exec(part) ?? []
  if (parameter === undefined) return [{ text: part.replace(/\.(?:json|\{[^{}]+\})$/i, '') }]
  if (rest === '' || /^\.(?:json|\{[^{}]+\})$/i.test(rest)) return [{ parameter }]
  return rest.startsWith(':') ? [{ parameter }, { text: rest }] : [{ text: part }]
}
