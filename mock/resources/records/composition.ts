import type { SchemaNode } from '../../../spec/document.ts'
import { isTagName } from '../../../spec/inference/identity/version-name.ts'
import { versionOf } from '../../../spec/inference/identity/version.ts'
import { respelt } from '../../../spec/inference/records/spellings.ts'
import { isSameSchema } from '../../../spec/inference/schemas/similarity.ts'
import { askedStates } from '../../../spec/inference/states/asked-states.ts'
import { isChangeTimestamp, isCreationTimestamp } from '../../../spec/inference/times/timestamps.ts'
import type { Json, JsonObject } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { typesOf } from '../../../spec/schemas/types.ts'
import { createAddIdentity, type AddIdentity } from '../identity/add-identity.ts'
import { firstVersion } from '../identity/version.ts'
import type { Linker } from '../linker.ts'
import type { CrudOptions } from '../options.ts'
import { shownNested } from '../relations/containers.ts'
import { derivedPropertiesOf } from '../relations/derived/derived.ts'
import { createDependentValues, type DependentValues } from '../values/dependent-values.ts'
import {
  createInitialValues,
  isFirstState,
  isReaction,
  reachedByActions,
  statesIn,
} from '../values/initial-values.ts'
import { unknownAtFirst } from '../values/unknown-at-first.ts'
import { namesInRecord } from './aliases.ts'
import { ownedProperties, type Owned, type Settable } from './assigned.ts'
import type { RecordContext } from './change.ts'
import { createFinish, type Finish } from './finish.ts'
import { createNamedMembers, type NamedMembers } from './named-items.ts'
import { createNewParts, type NewParts } from './new-parts.ts'
import { recordTypeOf, withDescribedStates, type Property, type RecordType } from './record-type.ts'

/** What making a record of a resource consists of, worked out once. */
export interface Composition {
  readonly type: RecordType
  readonly properties: readonly Property[]
  /** The values of states that only lists are asked for. */
  readonly asked: ReadonlyMap<string, readonly Json[]>
  /** The properties that clients may send; undefined if the document does not say. */
  readonly settable: Settable
  /** The names of the record for properties that clients send in another spelling; undefined if there are none. */
  readonly spellings: ReadonlyMap<string, string> | undefined
  /** The properties that only the server sets. */
  readonly owned: Owned
  /** Whether the server sets a property, given what clients have sent. */
  readonly isOwned: (property: Property, sent: JsonObject) => boolean
  /** The counts that begin at 0 although clients could send them. */
  readonly counted: Owned
  /** The property that counts the versions of a record. */
  readonly counter: Property | undefined
  /** The text that tells one version of a record from another: `etag`. */
  readonly tag: Property | undefined
  /** The states that actions lead to. */
  readonly setLater: ReadonlySet<string>
  /** What a property has before anything has happened to the record; undefined if it is generated, or stays. */
  readonly initialOf: ReturnType<typeof createInitialValues>
  /** Whether a new record has nothing there yet. */
  readonly isAbsent: (property: Property) => boolean
  /** The lists that clients send as texts with commas: `labels`. */
  readonly separated: readonly string[]
  readonly addIdentity: AddIdentity
  readonly dependent: DependentValues
  readonly finish: Finish
  readonly linker: Linker | undefined
  readonly parts: NewParts | undefined
  readonly named: NamedMembers | undefined
  /** Identifies a record, for reproducible values. */
  readonly keyOf: (context: RecordContext) => string
}

/** @param accepted schema of the record that clients may send */
export function createComposition(
  options: CrudOptions,
  resource: Resource,
  accepted?: SchemaNode,
): Composition {
  const { document } = options
  const type = recordTypeOf(document, resource.record)
  const asked = askedStates(document, resource, options.byId)
  const properties = [...type.properties.values()].map((each) => {
    const [start] =
      asked.get(each.name)?.toSorted((one, other) => +isFirstState(other) - +isFirstState(one)) ?? []
    const property = withDescribedStates(document, resource, each)
    return start === undefined ? property : { ...property, default: property.default ?? start }
  })
  const sent = accepted && recordTypeOf(document, accepted).properties
  const spellings = sent && namesInRecord(options, sent, type.properties)
  const settable = sent && spellings ? new Map(respelt(sent, spellings)) : sent
  const version = versionOf(document, resource, options.byId)?.property
  const counter = properties.find(({ name }) => name === version)
  const owned = ownedProperties(document, properties, settable, accepted)
  if (counter) owned.add(counter.name)
  // A schema that is that of the record, too, does not tell what the server sets unless clients do.
  const isShared = accepted !== undefined && isSameSchema(document, accepted, resource.record)
  const counted = new Set(
    isShared
      ? properties.flatMap(({ name, node }) => (isReaction(name, typesOf(document, node)) ? [name] : []))
      : [],
  )
  const derived = derivedPropertiesOf(options, resource)
  const empty = derived.flatMap(({ property, empty, summed }) =>
    summed || empty === undefined ? [] : [[property, empty] as const],
  )
  const reached = reachedByActions(options, resource)
  const absent = new Set([
    ...derived.flatMap(({ property, empty, base }) =>
      empty === undefined && base === undefined ? [property] : [],
    ),
    ...unknownAtFirst(document, resource, accepted),
  ])
  const own = [...resource.references, ...shownNested(options, resource), ...derived]
  return {
    type,
    properties,
    asked,
    settable,
    spellings,
    owned,
    counted,
    counter,
    tag: properties.find(({ name, node }) => isTagName(name) && typesOf(document, node).has('string')),
    isOwned: ({ name, instant, isRequired }, sent) =>
      owned.has(name) ||
      (isShared &&
        !isRequired &&
        !Object.hasOwn(sent, name) &&
        (counted.has(name) ||
          (instant !== undefined && (isCreationTimestamp(name) || isChangeTimestamp(name))))),
    setLater: statesIn(reached),
    initialOf: createInitialValues(
      document,
      settable?.size ? new Set([...owned, ...counted]) : new Set(type.properties.keys()),
      [...empty, ...(counter ? [[counter.name, firstVersion(document, counter.node)] as const] : [])],
      reached,
    ),
    separated: [...(settable ?? [])].flatMap(([name, { node }]) => {
      const shown = type.properties.get(name)?.node
      const isText = [...typesOf(document, node)].join() === 'string'
      return isText && shown && typesOf(document, shown).has('array') ? [name] : []
    }),
    isAbsent: ({ name, isRequired }) => !isRequired && absent.has(name),
    addIdentity: createAddIdentity(options, resource, type.properties),
    // Clients that can send nothing cannot send counts either.
    dependent: createDependentValues(
      options,
      resource,
      accepted,
      type,
      derived,
      (name) => !settable || owned.has(name),
    ),
    finish: createFinish(options, resource, type),
    linker: options.linking?.createLinker(options, resource, accepted),
    parts: createNewParts(options, resource, accepted, new Set(own.map(({ property }) => property))),
    named: createNamedMembers(options, resource, accepted),
    keyOf: ({ id, scope }) => `${resource.name} ${scope.join('/')} ${String(id)}`,
  }
}
