import type { SchemaNode } from '../../../spec/document.ts'
import { respelt } from '../../../spec/inference/records/spellings.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { withoutWriteOnly } from '../../../spec/schemas/write-only.ts'
import { createDictionary } from '../../../spec/util/dictionary.ts'
import { separated as listed } from '../../../spec/util/separated.ts'
import { spread } from '../../data/random.ts'
import { after, type MaybePromise } from '../../maybe-promise.ts'
import { leftStates, newStates, tellsOfStates } from '../changes/changed-states.ts'
import { nounOf } from '../identity/identity.ts'
import { nextTag, nextVersion } from '../identity/version.ts'
import type { CrudOptions } from '../options.ts'
import { singletonExample } from '../seeding/example-records.ts'
import { withOneCurrency } from '../values/currencies.ts'
import { addSent, assignedValue, clear } from './assigned.ts'
import type { Change, RecordContext } from './change.ts'
import { createComplete } from './complete.ts'
import { createComposition } from './composition.ts'

/** Makes valid records. Returns a promise only while data for generated values is loaded, or the store is asynchronous. */
export interface Composer {
  /** Generates a record with all of its properties. */
  generate(context: RecordContext): MaybePromise<JsonObject>
  /** Combines what was sent, what the server assigns, and generated values for required properties that are still missing. */
  compose(change: Change): MaybePromise<JsonObject>
}

/** @param accepted schema of the record that clients may send */
export function createComposer(options: CrudOptions, resource: Resource, accepted?: SchemaNode): Composer {
  const { document, fake } = options
  const composition = createComposition(options, resource, accepted)
  const { type, properties, settable, spellings, separated, owned, isOwned, setLater } = composition
  const { counter, tag, asked } = composition
  const { addIdentity, dependent, finish, initialOf, linker, parts, named, keyOf } = composition
  const noun = nounOf(resource)
  const shown = singletonExample(options, resource)

  /** @param isWhole whether it may be the example of a record */
  const generateLinked = (context: RecordContext, isWhole: boolean): MaybePromise<JsonObject> => {
    const { isLater = false } = context
    const hints = { name: noun, key: keyOf(context), isLater, isWhole: isWhole && !isLater }
    return after(fake.value(resource.record, 'response', hints), (value) => {
      const record = isJsonObject(value) ? value : {}
      if (!linker) return record
      // The id of a member may be that of a user whom the record embeds.
      return linker.link(addIdentity.identifiesOther ? addIdentity({ ...record }, context) : record, context)
    })
  }
  const complete = createComplete(document, composition, (change) => generateLinked(change, false))
  /** Without what neither responses show nor clients read, as the number of a card. */
  const readable = (sent: JsonObject): JsonObject => {
    const shown = withoutWriteOnly(document, resource.record, sent)
    return accepted ? { ...shown, ...withoutWriteOnly(document, accepted, shown) } : shown
  }

  const startOf = (name: string): Json | undefined => {
    const property = type.properties.get(name)
    return property && initialOf(property, true)
  }
  const compose = (change: Change): MaybePromise<JsonObject> => {
    const known = createDictionary()
    const changed = { ...change.sent, ...change.fixed }
    const entered = newStates(change.before, changed)
    const left = leftStates(change.before, changed, startOf)
    for (const property of properties) {
      const value = assignedValue(
        property,
        isOwned(property, change.sent),
        settable,
        change,
        entered,
        setLater,
      )
      if (value !== undefined) known[property.name] = value
      if (left.size > 0 && tellsOfStates(property, left)) clear(document, known, property)
    }
    const next = counter && nextVersion(change.before?.[counter.name])
    if (counter && next !== undefined) known[counter.name] = next
    addSent(known, type, owned, change, readable(change.sent))
    const version = tag && change.before?.[tag.name]
    if (tag && (change.sent[tag.name] ?? version) === version) known[tag.name] = nextTag(version)
    return after(parts?.complete(known, change.sent, change.id), () => {
      if (!linker?.adopt) return complete(known, change)
      return after(linker.adopt(known, { ...change, owned }, change.lookup), (adopted) =>
        complete(Object.assign(createDictionary(), adopted), change),
      )
    })
  }
  return {
    generate: (context) =>
      after(generateLinked(context, true), (linked) => {
        const generated = { ...(context.adjust?.(linked) ?? linked), ...shown }
        const states = [...asked].flatMap(([name, values]) =>
          values.includes(generated[name] ?? null)
            ? []
            : [[name, values[spread(`${keyOf(context)} ${name}`, values.length)] ?? null] as const],
        )
        const given = { ...generated, ...Object.fromEntries(states), ...context.derived }
        const record = addIdentity(given, context)
        parts?.identify(record, context.id)
        dependent.setInGenerated(record)
        const even = withOneCurrency(record, () => false)
        return finish.makeValid(finish.inOrder(even), generated, keyOf(context))
      }),
    compose: (asSent) => {
      const respelt = withLists(spellings ? withSpellings(asSent, spellings) : asSent, separated)
      return named
        ? after(named(respelt.sent, respelt), (sent) => compose({ ...respelt, sent }))
        : compose(respelt)
    },
  }
}

/** The change with lists for the texts that were sent in their place. */
function withLists(change: Change, names: readonly string[]): Change {
  const lists = names.flatMap((name): readonly (readonly [string, Json])[] => {
    const text = change.sent[name]
    return typeof text === 'string' ? [[name, text === '' ? [] : listed(text)]] : []
  })
  return lists.length === 0 ? change : { ...change, sent: { ...change.sent, ...Object.fromEntries(lists) } }
}

/** The change by the names that the record has for what was sent. */
const withSpellings = (change: Change, spellings: ReadonlyMap<string, string>): Change => ({
  ...change,
  sent: Object.fromEntries(respelt(Object.entries(change.sent), spellings)),
  removed: change.removed && new Set([...change.removed].map((name) => spellings.get(name) ?? name)),
})
