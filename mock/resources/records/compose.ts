import type { SchemaNode } from '../../../spec/document.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../spec/json.ts'
import { versionOf } from '../../../spec/inference/records/version.ts'
import { createDictionary } from '../../../spec/util/dictionary.ts'
import { amountIn, withAmount } from '../../../spec/util/amount.ts'
import type { Resource } from '../../../spec/resources.ts'
import { withoutWriteOnly } from '../../../spec/schemas/write-only.ts'
import { after, type MaybePromise } from '../../maybe-promise.ts'
import type { CrudOptions } from '../options.ts'
import { shownNested } from '../relations/containers.ts'
import { derivedPropertiesOf } from '../relations/derived.ts'
import { singletonExample } from '../seeding/example-records.ts'
import { unknownAtFirst } from './unknown-at-first.ts'
import { createAddIdentity } from './add-identity.ts'
import { addSent, assignedValue, clear, isMissing, ownedProperties, type Owned } from './assigned.ts'
import type { Change, RecordContext } from './change.ts'
import { leftStates, newStates, tellsOfStates } from './changed-states.ts'
import { withOneCurrency } from './currencies.ts'
import { createDependentValues } from './dependent-values.ts'
import { createFinish } from './finish.ts'
import { nounOf } from './identity.ts'
import { createInitialValues, isTally, reachedByActions, startsAtZero, statesIn } from './initial-values.ts'
import { createNewParts } from './new-parts.ts'
import { recordTypeOf, withDescribedStates, type Property } from './record-type.ts'
import { firstVersion, nextVersion } from './version.ts'

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
  const type = recordTypeOf(document, resource.record)
  const properties = [...type.properties.values()].map((each) =>
    withDescribedStates(document, resource, each),
  )
  const settable = accepted && recordTypeOf(document, accepted).properties
  const version = versionOf(document, resource, options.byId)?.property
  const counter = properties.find(({ name }) => name === version)
  const owned = ownedProperties(document, properties, accepted)
  if (counter) owned.add(counter.name)
  const derived = derivedPropertiesOf(options, resource)
  const reached = reachedByActions(options, resource)
  const setLater = statesIn(reached)
  const initialOf = createInitialValues(
    document,
    settable?.size ? owned : new Set(type.properties.keys()),
    [
      ...derived.flatMap(({ property, empty, summed }) =>
        summed || empty === undefined ? [] : [[property, empty] as const],
      ),
      ...(counter ? [[counter.name, firstVersion(document, counter.node)] as const] : []),
    ],
    reached,
  )
  // Clients that can send nothing cannot send counts either.
  const dependent = createDependentValues(
    options,
    resource,
    accepted,
    type,
    derived,
    (name) => !settable || owned.has(name),
  )
  const addIdentity = createAddIdentity(options, resource, type.properties)
  const { inOrder, isValid, makeValid } = createFinish(options, resource, type)
  const linker = options.linking?.createLinker(options, resource, accepted)
  const parts = createNewParts(
    options,
    resource,
    accepted,
    new Set(
      [...resource.references, ...shownNested(options, resource), ...derived].map(({ property }) => property),
    ),
  )
  const absent = new Set([
    ...derived.flatMap(({ property, empty }) => (empty === undefined ? [property] : [])),
    ...unknownAtFirst(document, resource, accepted),
  ])
  /** Whether a new record has nothing there yet. */
  const isAbsent = ({ name, isRequired }: Property): boolean => !isRequired && absent.has(name)
  const shown = singletonExample(options, resource)
  const keyOf = ({ id, scope }: RecordContext): string => `${resource.name} ${scope.join('/')} ${String(id)}`

  /** @param isWhole whether it may be the example of a record */
  const generateLinked = (context: RecordContext, isWhole: boolean): MaybePromise<JsonObject> => {
    const { isLater = false } = context
    const hints = { name: nounOf(resource), key: keyOf(context), isLater, isWhole: isWhole && !isLater }
    return after(fake.value(resource.record, 'response', hints), (value) => {
      const record = isJsonObject(value) ? value : {}
      if (!linker) return record
      // The id of a member may be that of a user whom the record embeds.
      return linker.link(addIdentity.identifiesOther ? addIdentity({ ...record }, context) : record, context)
    })
  }
  /** Without what neither responses show nor clients read, as the number of a card. */
  const readable = (sent: JsonObject): JsonObject => {
    const shown = withoutWriteOnly(document, resource.record, sent)
    return accepted ? { ...shown, ...withoutWriteOnly(document, accepted, shown) } : shown
  }
  const complete = (known: Members, change: Change): MaybePromise<JsonObject> => {
    const completed = linker?.completeParts
      ? after(linker.completeParts(change.fixed, change.lookup), (fixed) =>
          filledUp(known, { ...change, fixed }),
        )
      : filledUp(known, change)
    if (!linker?.imply) return completed
    const { before, lookup, fixed } = change
    const implied = new Set([...owned].filter((name) => !Object.hasOwn(fixed, name)))
    return after(completed, (record) =>
      after(linker.imply?.(record, { before, owned: implied }, lookup) ?? record, (next) => {
        if (next === record) return record
        const totalled = { ...next }
        dependent.setTotals(totalled)
        return isValid(totalled) ? totalled : next
      }),
    )
  }
  const filledUp = (known: Members, change: Change): MaybePromise<JsonObject> => {
    addIdentity(Object.assign(known, change.fixed), change)
    for (const property of properties)
      if (change.fixed[property.name] === null) clear(document, known, property)
    const missing = properties.filter(
      (property) => isMissing(property, owned, change, known) && !isAbsent(property),
    )
    const fill = (generated: JsonObject): JsonObject => {
      for (const property of missing) {
        const initial = initialOf(property, !change.before)
        const value =
          initial === undefined ? generatedValue(property, generated, owned, !change.before) : initial
        if (value !== undefined) known[property.name] = value
      }
      if (change.before) dependent.setInChanged(known)
      else dependent.setInNew(known, change.sent)
      return inOrder(withOneCurrency(known, (name) => !missing.some((property) => property.name === name)))
    }
    // Generating values is expensive, and most changes do not need them.
    if (missing.every((property) => initialOf(property, !change.before) !== undefined)) {
      const record = fill({})
      if (isValid(record)) return record
    }
    return after(generateLinked(change, false), (generated) =>
      makeValid(fill(generated), generated, keyOf(change)),
    )
  }

  return {
    generate: (context) =>
      after(generateLinked(context, true), (linked) => {
        const generated = { ...(context.adjust?.(linked) ?? linked), ...shown }
        const record = { ...generated, ...context.derived, ...addIdentity(createDictionary(), context) }
        parts?.identify(record, context.id)
        dependent.setInGenerated(record)
        const even = withOneCurrency(record, () => false)
        return makeValid(inOrder(even), generated, keyOf(context))
      }),
    compose: (change) => {
      const known = createDictionary()
      const changed = { ...change.sent, ...change.fixed }
      const entered = newStates(change.before, changed)
      const left = leftStates(change.before, changed)
      for (const property of properties) {
        const value = assignedValue(property, owned, settable, change, entered, setLater)
        if (value !== undefined) known[property.name] = value
        if (left.size > 0 && tellsOfStates(property.name, left)) clear(document, known, property)
      }
      const next = counter && nextVersion(change.before?.[counter.name])
      if (counter && next !== undefined) known[counter.name] = next
      addSent(known, type, owned, change, readable(change.sent))
      return after(parts?.complete(known, change.sent, change.id), () => {
        if (!linker?.adopt) return complete(known, change)
        return after(linker.adopt(known, { ...change, owned }, change.lookup), (adopted) =>
          complete(Object.assign(createDictionary(), adopted), change),
        )
      })
    },
  }
}

type Members = Record<string, Json>

/** The generated value of a property; amounts that nothing has been added to yet are zero. */
function generatedValue(
  { name }: Property,
  generated: JsonObject,
  owned: Owned,
  isNew: boolean,
): Json | undefined {
  const value = generated[name]
  if (!isNew || !owned.has(name)) return value
  if (startsAtZero(name) && amountIn(value) !== undefined) return withAmount(value, 0)
  return isJsonObject(value) && isTally(value)
    ? Object.fromEntries(Object.keys(value).map((each) => [each, 0]))
    : value
}
