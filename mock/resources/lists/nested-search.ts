import type { Operation } from '../../../spec/document.ts'
import { shapesResponse } from '../../../spec/inference/lists/paging.ts'
import { normalizeName, singularNounOf } from '../../../spec/inference/prose/words.ts'
import {
  isArray,
  isJsonObject,
  memberNamed,
  stringifyJson,
  type Json,
  type JsonObject,
} from '../../../spec/json.ts'
import { queryParametersOf } from '../../../spec/parameters/members.ts'
import type { Resource } from '../../../spec/resources.ts'
import type { Selection } from '../../store/store.ts'
import type { CrudOptions } from '../options.ts'

/** The records that a search finds, undefined if the request has no parameter of it, and the other parameters. */
interface Search {
  readonly selection?: Selection
  readonly others: JsonObject
}

/**
 * Reads the search of a request by values at any depth, as FHIR's are: `family` in the names of a patient, `code` in the codings of an
 * observation, `patient` in its references.
 */
export function nestedSearch(
  { model }: CrudOptions,
  operation: Operation,
  { record, filters, paging }: Resource,
): (query: JsonObject) => Search {
  const taken = new Set([paging?.size, paging?.position, ...filters.map(({ parameter }) => parameter)])
  const nouns = new Set(model.resources.map(({ name }) => normalizeName(singularNounOf(name))))
  const searched = queryParametersOf(operation).flatMap((parameter) => {
    const { name } = parameter
    return taken.has(name) || shapesResponse(parameter)
      ? []
      : [{ parameter: name, name: normalizeName(name) }]
  })
  return (query) => {
    const asked = searched.flatMap((each) => {
      const value = memberNamed(query, each.parameter)
      return typeof value === 'string' ? [{ ...each, value }] : []
    })
    if (asked.length === 0) return { others: query }
    const names = new Set(asked.map(({ parameter }) => parameter))
    const others = Object.fromEntries(Object.entries(query).filter(([name]) => !names.has(name)))
    const selection: Selection = {
      key: `nested ${stringifyJson(query)} ${record.pointer}`,
      matches: (each) =>
        asked.every(({ name, value }) => {
          const found = valuesNamed(each, name)
          const values = found.length === 0 && nouns.has(name) ? valuesNamed(each, 'reference') : found
          return values.some((text) => isFound(text, name, value))
        }),
      compare: undefined,
      lastFirst: false,
    }
    return { selection, others }
  }
}

/** The texts in all members with a name, and in the objects and lists there. */
function valuesNamed(value: Json, name: string): readonly string[] {
  if (isArray(value)) return value.flatMap((item) => valuesNamed(item, name))
  if (!isJsonObject(value)) return []
  return Object.entries(value).flatMap(([property, member]) =>
    normalizeName(property) === name ? textsIn(member) : valuesNamed(member, name),
  )
}

function textsIn(value: Json): readonly string[] {
  if (isArray(value)) return value.flatMap(textsIn)
  if (isJsonObject(value)) return Object.values(value).flatMap(textsIn)
  return value === null ? [] : [String(value)]
}

/** Whether a text is what was asked for: a reference by its id, a code with or without its system, the beginning of a name. */
function isFound(text: string, name: string, asked: string): boolean {
  const [one, other] = [text.toLowerCase(), asked.replace(/^.*\|/, '').toLowerCase()]
  return (
    one === other ||
    one.endsWith(`/${other}`) ||
    (/^(?:family|given|name)$/.test(name) && one.startsWith(other))
  )
}
