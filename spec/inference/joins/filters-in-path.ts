import { pathParameter, type Document, type SchemaNode } from '../../document.ts'
import type { Filter } from '../../resources.ts'
import { shapeOf } from '../../routing/path-template.ts'
import { itemOf, possiblePropertiesOf } from '../../schemas/properties.ts'
import { partsOf } from '../../schemas/subschemas.ts'
import { isNumeric, typesOf } from '../../schemas/types.ts'
import { scopeOf, type Draft } from '../drafts/draft.ts'
import { isComparable } from '../lists/filters.ts'
import type { Route } from '../paths/routes.ts'
import { isParameter, lastLiteral, parametersOf } from '../paths/template.ts'
import { normalizedSentences } from '../prose/sentences.ts'
import { normalizeName, singular, singularWords, singularWordsOf, wordsOf } from '../prose/words.ts'
import { flattenSchema, nestingOf } from '../records/nesting.ts'
import { summarizedNoun } from '../references/names.ts'

/** The properties of the home's records that hold all the ids in a path; undefined if one of them has none. */
export function filtersInPath(document: Document, home: Draft, route: Route): readonly Filter[] | undefined {
  const scope = parametersOf(route.template.segments).slice(scopeOf(home).length)
  const filters = scope.flatMap((parameter) => foreignKey(document, home, route, parameter) ?? [])
  return filters.length === scope.length ? filters : undefined
}

/** Names of keys that tell what they are of: the stock of a product has its `sku`, not one of its own. */
const keysOfOthers = /^(?:sku|isbn|ean|upc|gtin|vin|iban|username|login|ticker)$/

/**
 * The property of the records that holds the id in a path: `userId`, `user_id` or `idUser` below `/users/{id}`, `parentId` for the
 * children of a record of the same resource.
 */
function foreignKey(document: Document, home: Draft, route: Route, parameter: string): Filter | undefined {
  const { operation } = route
  const { segments } = route.template
  const record = flattenSchema(document, nestingOf(document, home.record), home.record)
  const at = segments.findIndex((segment) => isParameter(segment) && segment.parameter === parameter)
  const parent = normalizeName(singular(lastLiteral(segments.slice(0, at))))
  const name = normalizeName(parameter)
  const isId = wordsOf(parameter).includes('id') || keysOfOthers.test(name)
  const schema = pathParameter(operation, parameter)?.schema
  // What identifies the parent may be a key of its own, as in `/projects/{projectKey}`.
  const key = parent !== '' && name.startsWith(parent) ? name.slice(parent.length) : ''
  const names = new Set([
    ...(name === 'id' || (!isId && key === '' && name !== parent) ? [] : [name]),
    ...(parent === '' ? [] : [`${parent}id`, `id${parent}`]),
    // A number named like the parent is its id.
    ...(isId && schema && isNumeric(typesOf(document, schema)) ? [parent] : []),
    ...selfReferenceNames(home, operation.path, parent, key || 'id'),
  ])
  const property = [...possiblePropertiesOf(document, record)].find(
    ([name, node]) => names.has(normalizeName(name)) && (!schema || isComparable(document, schema, node)),
  )
  const selves = new Set([
    ...selfReferenceNames(home, operation.path, parent, ''),
    ...selfReferenceNames(home, operation.path, parent, key || 'id'),
  ])
  const agent = property ?? agentTold(document, record, { operation, segments, at }, schema)
  return agent
    ? { parameter, property: agent[0] }
    : shownOwner(document, record, {
        parameter,
        parent,
        idName: key || 'id',
        schema,
        selves,
        listed: lastLiteral(segments),
      })
}

/** The property with the ids of those of whom the path, or else the text of the operation, says what they do or what is done to them. */
function agentTold(
  document: Document,
  record: SchemaNode,
  {
    operation,
    segments,
    at,
  }: Pick<Route, 'operation'> & Pick<Route['template'], 'segments'> & { readonly at: number },
  schema: SchemaNode | undefined,
): readonly [string, SchemaNode] | undefined {
  const told = [
    operation.summary,
    operation.description,
    ...operation.responses.map((each) => each.description),
  ]
  const owner = singular(lastLiteral(segments.slice(0, at)))
  const participles = [lastLiteral(segments), ...told.flatMap((text) => participleBefore(owner, text ?? ''))]
  return participles.map((each) => agentOf(document, record, each, schema)).find((each) => each !== undefined)
}

/** How a text says that what it is about belongs to a record: `assigned` in "Cards assigned to the user". */
function participleBefore(noun: string, text: string): readonly string[] {
  return normalizedSentences(text).flatMap((sentence) => {
    const [, participle, owner] =
      / (\w+ed) (?:to|by) (?:the|this|that|an?|given|specified) (\w+(?: \w+)?) /.exec(sentence) ?? []
    const isMeant = owner !== undefined && ` ${owner} `.includes(` ${singularWordsOf(noun)} `)
    return participle !== undefined && isMeant ? [participle] : []
  })
}

/**
 * The property with the id of who has done, or the ids of those to whom was done, what a path is named after: `requester_id` for
 * `/users/{id}/tickets/requested`.
 */
function agentOf(
  document: Document,
  record: SchemaNode,
  participle: string,
  schema: SchemaNode | undefined,
): readonly [string, SchemaNode] | undefined {
  const stem = /^(\w{3,}?)(?:e?d)$/.exec(participle)?.[1]
  if (stem === undefined) return undefined
  const found = [...possiblePropertiesOf(document, record)].filter(([name, node]) => {
    const [first = '', ...others] = wordsOf(name)
    const isAgent = new RegExp(`^${stem}(?:er|or|ee)$`).test(first) && singularWords(others) === 'id'
    return isAgent && (!schema || isComparable(document, schema, itemOf(document, node)))
  })
  return found.length === 1 ? found[0] : undefined
}

/**
 * The property of the records that shows the one in the path, by its name or as the only one by that of its schema: the `course` of
 * an enrolment below `/courses/{courseId}`, one of the `projects` of a task, the `owner` of an account, a `CustomerRef`, below `/customers/{customerId}`.
 */
function shownOwner(
  document: Document,
  record: SchemaNode,
  {
    parameter,
    parent,
    idName,
    schema,
    selves,
    listed,
  }: {
    readonly parameter: string
    readonly parent: string
    readonly idName: string
    readonly schema: SchemaNode | undefined
    /** Names for what refers to a record of the same kind. */
    readonly selves: ReadonlySet<string>
    /** The last segment of the path, which names what it lists. */
    readonly listed: string
  },
): Filter | undefined {
  if (parent === '') return undefined
  const shown = [...possiblePropertiesOf(document, record)].flatMap(([property, node]) => {
    const each = itemOf(document, node)
    const id = typesOf(document, each).has('object')
      ? [...possiblePropertiesOf(document, each)].find(([name]) => normalizeName(name) === idName)
      : undefined
    const isMeant = id !== undefined && (!schema || isComparable(document, schema, id[1]))
    return isMeant ? [{ node, filter: { parameter, property, idProperty: id[0] } }] : []
  })
  const byName =
    shown.find(({ filter }) => selves.has(normalizeName(filter.property))) ??
    shown.find(({ filter }) => normalizeName(singular(filter.property)) === parent)
  // What another property of the record is named after is told by that: the dependencies of a task, whose `parent` is a task as well.
  const isOther = possiblePropertiesOf(document, record).has(listed)
  const [bySchema, ...others] = shown.filter(({ node }) => !isOther && isSummaryOf(document, node, parent))
  return byName?.filter ?? (others.length === 0 ? bySchema?.filter : undefined)
}

/** Whether a schema is named as a part of the records that a noun is for. */
const isSummaryOf = (document: Document, node: SchemaNode, noun: string): boolean =>
  partsOf(document, node, ['allOf', 'oneOf', 'anyOf']).some(({ pointer }) => summarizedNoun(pointer) === noun)

/** Normalized names of properties that may refer to a record of the same resource, below whose path a list stands: `/categories/{id}/children`. */
function selfReferenceNames(
  { itemPath = '' }: Draft,
  path: string,
  parent: string,
  key: string,
): readonly string[] {
  const [above, below] = [itemPath, path].map(shapeOf) as [string, string]
  if (!below.startsWith(`${above}/`)) return []
  const name = normalizeName(below.slice(above.length))
  if (/^(?:(?:direct)?reports|subordinates)$/.test(name))
    return ['managerid', 'supervisorid', 'reportstoid', 'reportsto']
  const replies = name === 'replies' ? ['replytoid', 'inreplytoid', 'replyto', 'inreplyto'] : []
  return /^(?:children|sub[a-z]+|replies)$/.test(name)
    ? [`parent${key}`, `parent${parent}${key}`, ...replies]
    : []
}
