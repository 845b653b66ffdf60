import { normalizeName } from '../../../spec/inference/prose/words.ts'
import type { Json } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import type { CrudOptions } from '../options.ts'

interface SetSlug {
  readonly property: string
  readonly set: (record: Record<string, Json>) => void
}

/** Creates a function that derives the slug of a record from its title or name; undefined if records have none, or are found by it. */
export function createSetSlug({ document, validator }: CrudOptions, resource: Resource): SetSlug | undefined {
  const properties = [...possiblePropertiesOf(document, resource.record)]
  const [property, node] = properties.find(([name]) => /^(?:url)?slug$/.test(normalizeName(name))) ?? []
  const names = ['title', 'name', 'headline'].filter((name) => properties.some(([each]) => each === name))
  if (property === undefined || !node || names.length === 0 || property === resource.idProperty)
    return undefined
  const { accepts } = validator.of(node, 'response')
  return {
    property,
    set: (record) => {
      const name = names.map((each) => record[each]).find((each) => typeof each === 'string')
      const slug = slugOf(name ?? '')
      if (slug !== '' && accepts(slug)) record[property] = slug
    },
  }
}

/** The words of a text in lower case, joined by hyphens, without accents. */
const slugOf = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[\u0300-\u036f'’]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
