import type { Document, Operation, SchemaNode } from '../../document.ts'
import type { Resource, ResourceModel } from '../../resources.ts'
import { endsInParameter, lastPart, parameterNames, shapeOf } from '../../routing/path-template.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { formatOf, typesOf } from '../../schemas/types.ts'
import { singularWordsOf, wordsOf } from '../prose/words.ts'

/** What a GET redirects to: the URL that a record of the resource holds. */
export interface RedirectTarget {
  readonly resource: Resource
  /** The path parameter that tells which record. */
  readonly parameter: string
  /** The property whose value the parameter is. */
  readonly key: string
  /** The property that holds the URL. */
  readonly property: string
}

/**
 * What a GET without any other success redirects to (RFC 9110 §15.4), by the path alone: `GET /r/{slug}` to the `targetUrl` of the link
 * with that `slug`, `GET /files/{id}/download` to the `downloadUrl` of the file. Undefined if several resources or properties may be meant.
 */
export function redirectTarget(
  document: Document,
  { resources }: ResourceModel,
  operation: Operation,
): RedirectTarget | undefined {
  const [parameter, ...others] = parameterNames(operation.path)
  if (!isRedirect(operation) || parameter === undefined || others.length > 0) return undefined
  const [found, another] = resources
    .filter(({ kind, scope }) => kind === 'collection' && scope.length === 0)
    .flatMap((resource) => {
      const key = keyOf(document, resource, operation.path, parameter)
      const property = key === undefined ? undefined : urlOf(document, resource, operation.path)
      return key === undefined || property === undefined ? [] : [{ resource, parameter, key, property }]
    })
  return another ? undefined : found
}

/** Whether an operation only redirects. */
export const isRedirect = ({ method, responses }: Operation): boolean =>
  method === 'GET' &&
  responses.some(({ status }) => /^30[12378]$/.test(status)) &&
  !responses.some(({ status }) => status.startsWith('2'))

/** The property that the parameter is the value of: the id on a path through the record, else one with the name, `shortCode` for `code`. */
function keyOf(
  document: Document,
  { idProperty, itemPath, record }: Resource,
  path: string,
  parameter: string,
): string | undefined {
  if (itemPath !== undefined && `${shapeOf(path)}/`.startsWith(`${shapeOf(itemPath)}/`)) return idProperty
  if (!endsInParameter(path)) return undefined
  const words = wordsOf(parameter).join(' ')
  const texts = textsOf(document, record).map(([name]) => name)
  const named = texts.filter((name) => wordsOf(name).join(' ') === words)
  const ending = texts.filter((name) => wordsOf(name).join(' ').endsWith(` ${words}`))
  const [key, another] = named.length > 0 ? named : ending
  return another === undefined ? key : undefined
}

/** What leads away from where the record is shown, in the order of how likely that is. */
const away = [
  /^(?:target|destination|redirect|original|long|full|source)\b/,
  /^(?:(?:external|download|web|content) )?(?:url|uri|href|link|location)$/,
]

/** What leads to something else than what the record stands for. */
const beside =
  /^(?:short|self|qr|api|admin|edit|callback|webhook)\b|\b(?:icon|image|avatar|thumbnail|logo|preview|stat)\b/

function urlOf(document: Document, { record }: Resource, path: string): string | undefined {
  const urls = textsOf(document, record).filter(
    ([name, node]) =>
      /^(?:uri|url|iri)(?:-reference)?$/.test(String(formatOf(document, node))) ||
      /\b(?:url|uri|href|link)$|^(?:target|destination)$/.test(wordsOf(name).join(' ')),
  )
  const names = urls.map(([name]) => name)
  const named = (pattern: RegExp): readonly string[] =>
    names.filter((name) => pattern.test(wordsOf(name).join(' ')))
  const segment = endsInParameter(path) ? '' : singularWordsOf(lastPart(path))
  const candidates = [
    names.filter((name) => segment !== '' && singularWordsOf(name).startsWith(segment)),
    ...away.map(named),
    names.filter((name) => !beside.test(singularWordsOf(name))),
  ]
  const [property, another] = candidates.find((each) => each.length > 0) ?? []
  return another === undefined ? property : undefined
}

const textsOf = (document: Document, record: SchemaNode): readonly (readonly [string, SchemaNode])[] =>
  [...possiblePropertiesOf(document, record)].filter(([, node]) => typesOf(document, node).has('string'))
