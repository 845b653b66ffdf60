import {
  normalizedSentences,
  schemaDescription,
  sentencesOf,
} from '../../../spec/inference/prose/sentences.ts'
import { singularNounOf, singularWordsOf, wordsOf } from '../../../spec/inference/prose/words.ts'
import { referencedIds } from '../../../spec/inference/references/referenced-ids.ts'
import type { Json, JsonObject } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { keywordOf } from '../../../spec/schemas/subschemas.ts'
import { isNumeric, typesOf } from '../../../spec/schemas/types.ts'
import { rounded } from '../../../spec/util/amount.ts'
import { perObject } from '../../../spec/util/memo.ts'
import type { Id } from '../../store/store.ts'
import { dependsOnOwners } from '../actions/state-transition.ts'
import type { Endpoint, RequestContext } from '../endpoint.ts'
import { idOf } from '../identity/identity.ts'
import { fixedByPath } from '../records/fixed-by-path.ts'
import { lookupIn } from '../records/lookup.ts'
import { ownersOf, type OwnerOf } from '../relations/owners.ts'

/** A value that a new record has of another one, unless one is sent: "The subject of the template if it is not given". */
interface Default {
  readonly property: string
  readonly source: string
  readonly owner: Resource
}

const unless = '(?:if|unless|when|where|by default)'
const ofOther = [
  new RegExp(`^ (?:the )?(?<name>\\w+(?: \\w+)?) of (?:the|it) (?<noun>\\w+(?: \\w+)?) ${unless} `),
  new RegExp(`^ (?:the|it) (?<noun>\\w+(?: \\w+)?) s (?<name>\\w+(?: \\w+)?) ${unless} `),
  /^ (?:(?:it )?default to|the default is) (?:the )?(?<name>\w+(?: \w+)?) of (?:the|it) (?<noun>\w+(?: \w+)?) $/,
  /^ (?:(?:it )?default to|the default is) (?:the|it) (?<noun>\w+(?: \w+)?) s (?<name>\w+(?: \w+)?) $/,
]

const defaultsOf = perObject(({ options, resource, accepted, operation }: Endpoint): readonly Default[] => {
  const { document } = options
  const owners = ownersOf(options, resource)
  return [
    ...(accepted && operation.role === 'create' ? possiblePropertiesOf(document, accepted) : []),
  ].flatMap(([property, node]) =>
    normalizedSentences(schemaDescription(document, node)).flatMap((sentence) => {
      const { name, noun } = ofOther.map((each) => each.exec(sentence)?.groups).find(Boolean) ?? {}
      const found = owners.find(({ owner }) => singularNounOf(owner.name) === noun)
      const source =
        found &&
        [...possiblePropertiesOf(document, found.owner.record).keys()].find(
          (each) => singularWordsOf(each) === name,
        )
      return found && source !== undefined ? [{ property, source, owner: found.owner }] : []
    }),
  )
})

/** A number of a new record that is one of another times one of its own: "Price of the plan times quantity". */
interface Product extends Default {
  readonly factor: string
}

const products = [
  /^ (?:the )?(?<name>\w+(?: \w+)?) of (?:the|it) (?<noun>\w+) (?:time|multiplied by) (?:the |it )?(?<factor>\w+(?: \w+)?) $/,
  /^ (?:the |it )?(?<factor>\w+(?: \w+)?) (?:time|multiplied by) (?:the )?(?<name>\w+(?: \w+)?) of (?:the|it) (?<noun>\w+) $/,
  /^ (?:the |it )?(?<noun>\w+)(?: {2}| s )?(?<= ) ?(?<name>\w+) (?:time|multiplied by) (?:the |it )?(?<factor>\w+(?: \w+)?) $/,
]

const productsOf = perObject(({ options, resource, operation }: Endpoint): readonly Product[] => {
  const properties = possiblePropertiesOf(options.document, resource.record)
  const named = (names: Iterable<string>, words: string | undefined): string | undefined =>
    [...names].find((each) => singularWordsOf(each) === words)
  return [...(operation.role === 'create' ? properties : [])].flatMap(
    ([property, node]): readonly Product[] => {
      const [sentence = ''] = isNumeric(typesOf(options.document, node))
        ? normalizedSentences(schemaDescription(options.document, node).replaceAll(/ [*×] /g, ' times '))
        : []
      const {
        name,
        noun,
        factor: words,
      } = products.map((each) => each.exec(sentence)?.groups).find(Boolean) ?? {}
      const { owner } =
        ownersOf(options, resource).find((each) => singularNounOf(each.owner.name) === noun) ?? {}
      const source = owner && named(possiblePropertiesOf(options.document, owner.record).keys(), name)
      const factor = named(properties.keys(), words)
      return owner && source !== undefined && factor !== undefined
        ? [{ property, source, owner, factor }]
        : []
    },
  )
})

/** A reference of a new record that leads to the one with a flag unless another is sent: "The sender is the default address unless …". */
interface Flagged {
  readonly property: string
  readonly owner: Resource
  readonly flag: string
}

const byDefault =
  / (?:the |it )?(?<name>\w+) (?:is|default to) the (?<flag>default|primary|main) (?<noun>\w+)(?: unless| if| when)? /

const flaggedOf = perObject(({ options, resource, declared, operation }: Endpoint): readonly Flagged[] =>
  (operation.role === 'create' ? sentencesOf(declared) : []).flatMap((sentence) => {
    const { name, flag = '', noun } = byDefault.exec(sentence)?.groups ?? {}
    return ownersOf(options, resource).flatMap(({ owner, reference }): readonly Flagged[] => {
      const isMeant = reference && !reference.idProperty && singularNounOf(owner.name) === noun
      const words = reference ? singularWordsOf(reference.property).replace(/ id$/, '') : ''
      const property = [...possiblePropertiesOf(options.document, owner.record)].find(
        ([each, node]) => typesOf(options.document, node).has('boolean') && wordsOf(each).includes(flag),
      )?.[0]
      return isMeant && words === name && property !== undefined
        ? [{ property: reference.property, owner, flag: property }]
        : []
    })
  }),
)

/** Whether anything of a new record follows from what it belongs to. */
export const followsFromOthers = (endpoint: Endpoint): boolean =>
  defaultsOf(endpoint).length + flaggedOf(endpoint).length + productsOf(endpoint).length > 0 ||
  dependsOnOwners(endpoint)

/**
 * The values that a new record has of others, the flags of others that its first state depends on, by the nouns for these, and the references that
 * are as if they were sent.
 */
export async function fromOthers(
  endpoint: Endpoint,
  context: RequestContext,
  sent: JsonObject,
): Promise<{ readonly values: JsonObject; readonly flags: JsonObject; readonly references: JsonObject }> {
  const { options, resource, operation } = endpoint
  const values: Record<string, Json> = {}
  const flags: Record<string, Json> = {}
  const references: Record<string, Json> = {}
  const defaults = defaultsOf(endpoint)
  const given = { ...sent, ...fixedByPath(operation, context.request) }
  for (const each of ownersOf(options, resource)) {
    const id = idOfOwner(each, given, context.scope)
    const above = each.reference ? undefined : context.scope.slice(0, -1)
    const owner =
      id === undefined ? undefined : await lookupIn(options, context.store).find(each.owner.name, id, above)
    for (const [name, value] of Object.entries(owner ?? {})) {
      if (typeof value === 'boolean' || typeof value === 'number')
        flags[`${singularNounOf(each.owner.name)} ${name}`] = value
      const filled = defaults.find(({ owner: of, source }) => of === each.owner && source === name)
      if (filled && sent[filled.property] === undefined) values[filled.property] = value
      for (const { property, factor, owner: of, source } of productsOf(endpoint)) {
        const times = sent[factor] ?? defaultIn(endpoint, factor)
        if (of === each.owner && source === name && typeof value === 'number' && typeof times === 'number')
          values[property] = rounded(value * times)
      }
    }
  }
  for (const { property, owner, flag } of flaggedOf(endpoint)) {
    if (sent[property] !== undefined || owner.scope.length > 0) continue
    const where = [{ property: flag, values: [true] }]
    const { items } = await context.store.collection(owner.name).list({ where, limit: 1 })
    const id = idOf(items[0]?.[owner.idProperty ?? ''])
    if (id !== undefined) references[property] = id
  }
  return { values, flags, references }
}

const defaultIn = ({ options, accepted }: Endpoint, name: string): unknown => {
  const node = accepted && possiblePropertiesOf(options.document, accepted).get(name)
  return node && keywordOf(options.document, node, 'default')
}

const idOfOwner = ({ reference }: OwnerOf, given: JsonObject, scope: readonly Id[]): Id | undefined =>
  reference ? idOf(referencedIds(given[reference.property], reference)[0]) : scope.at(-1)
