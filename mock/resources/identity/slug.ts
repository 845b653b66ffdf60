import { normalizeName } from '../../../spec/inference/prose/words.ts'
import type { Json, JsonObject } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { after, type MaybePromise } from '../../maybe-promise.ts'
import type { Collection, Id } from '../../store/store.ts'
import type { CrudOptions } from '../options.ts'
import { idsOf } from './ids.ts'
import { nextNumber } from './new-id.ts'

interface SetSlug {
  readonly property: string
  readonly set: (record: Record<string, Json>) => void
}

/** Creates a function that derives the slug of a record from its title or name; undefined if records have none, or are found by it. */
export function createSetSlug({ document, validator }: CrudOptions, resource: Resource): SetSlug | undefined {
  const properties = [...possiblePropertiesOf(document, resource.record)]
  const [property, node] = properties.find(([name]) => isSlug(name)) ?? []
  const hasTitle = properties.some(([each]) => titles.includes(each))
  if (property === undefined || !node || !hasTitle || property === resource.idProperty) return undefined
  const { accepts } = validator.of(node, 'response')
  return {
    property,
    set: (record) => {
      const slug = slugOf(titleIn(record) ?? '')
      if (slug !== '' && accepts(slug)) record[property] = slug
    },
  }
}

/**
 * The slug by which a new record is to be known, from what was sent as its title or name: with a number if another record has it.
 * @param next makes another id where there is no such slug
 */
export function newSlug(
  options: CrudOptions,
  resource: Resource,
  records: Collection,
  sent: JsonObject,
  next: () => MaybePromise<Id>,
): MaybePromise<Id> {
  const slug = slugOf(titleIn(sent) ?? '')
  if (slug === '' || !idsOf(options, resource).fits(slug)) return next()
  return after(records.get(slug), (taken) =>
    taken ? after(nextNumber(options, resource, records), (number) => `${slug}-${number}`) : slug,
  )
}

const titleIn = (record: JsonObject): string | undefined =>
  titles.map((each) => record[each]).find((each) => typeof each === 'string')

const titles = ['title', 'name', 'headline']

const isSlug = (name: string): boolean => /^(?:(?:url)?slug|handle)$/.test(normalizeName(name))

/** The words of a text in lower case, joined by hyphens, without accents. */
const slugOf = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[\u0300-\u036f'’]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
