import { isLevel, levelsOf, levelTallies, numbersOf } from '../../../spec/inference/numbers/levels.ts'
import type { JsonObject } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { amountIn } from '../../../spec/util/amount.ts'
import { perObject } from '../../../spec/util/memo.ts'
import type { Id } from '../../store/store.ts'
import { idOf } from '../identity/identity.ts'
import type { CrudOptions } from '../options.ts'
import { referring, resourceNamed } from '../resource-index.ts'
import type { SeededIds } from './seeded-ids.ts'
import type { SeededMembers } from './seeded-members.ts'

/** Makes seeded levels, such as the stock of products in warehouses, and the records that count in them fit together. */
export interface SeededLevels {
  /** The ids of the records that a level, or a record that changes one, refers to, by the names of their resources. */
  readonly keysOf: (resource: Resource, id: Id) => ReadonlyMap<string, Id>
  /** The level with the sums of the records that count in it. */
  readonly tallied: (resource: Resource, record: JsonObject) => JsonObject
}

/** So far apart are the records of other resources that two levels of the same record refer to. */
const stride = 5

/** @param read returns a seeded record without what is derived */
export function createSeededLevels(
  { document, model }: CrudOptions,
  ids: SeededIds,
  members: SeededMembers,
  read: (name: string, id: Id) => JsonObject | undefined,
): SeededLevels {
  /** Each level has another combination of references. */
  const ownKeys = ({ name, references }: Resource, index: number): ReadonlyMap<string, Id> => {
    const all = references.map(({ resource }) => {
      const target = resourceNamed(model, resource)
      return target?.scope.length === 0 ? ids.existing(target, []) : []
    })
    const count = Math.max(1, all[0]?.length ?? 0)
    const [turn, round] = [index % count, Math.floor(index / count)]
    return new Map(
      references.flatMap(({ resource }, position) => {
        const targets = all[position] ?? []
        const id = targets[(position === 0 ? turn : turn * stride + round) % Math.max(1, targets.length)]
        return id === undefined || resource === name ? [] : [[resource, id] as const]
      }),
    )
  }
  const none: ReadonlyMap<string, Id> = new Map()
  const changing = perObject((resource: Resource) =>
    resource.scope.length === 0 ? levelsOf(document, model, resource)[0] : undefined,
  )
  const sumsOf = perObject((level: Resource) =>
    referring(model, resourceNamed(model, level.references[0]?.resource ?? '') ?? level).flatMap((member) =>
      member.scope.length === 0
        ? levelsOf(document, model, member)
            .filter(({ resource }) => resource === level)
            .map((found) => ({ ...found, member, tallies: levelTallies(document, found, member) }))
        : [],
    ),
  )
  return {
    keysOf: (resource, id) => {
      if (isLevel(document, model, resource)) return ownKeys(resource, ids.placeOf(resource, [], id).index)
      const level = changing(resource)
      const picked = level && ids.pickId(level.resource.name, `${resource.name} ${String(id)}`)
      const record = level && picked !== undefined ? read(level.resource.name, picked) : undefined
      if (!level || !record) return none
      return new Map(
        level.keys.flatMap(({ reference }) => {
          const key = idOf(record[reference.property])
          return key === undefined ? [] : [[reference.resource, key] as const]
        }),
      )
    },
    tallied: (resource, record) => {
      if (!isLevel(document, model, resource)) return record
      const tallies = sumsOf(resource).flatMap(({ member, keys, amount, tallies: all }) => {
        const [first, ...others] = keys
        const own = members.withValue(
          member,
          first?.property ?? '',
          idOf(record[first?.reference.property ?? '']),
        )
        const counted = own
          .map((id) => read(member.name, id) ?? {})
          .filter((each) =>
            others.every(({ reference, property }) => each[property] === record[reference.property]),
          )
        return all.map(({ property, state }) => {
          const held = counted.filter((each) => !state || each[state.property] === state.value)
          return [property, held.reduce((sum, each) => sum + (amountIn(each[amount]) ?? 0), 0)] as const
        })
      })
      if (tallies.length === 0) return record
      const sums = new Map(tallies)
      const most = Math.max(...sums.values())
      // There is as much as is held.
      const others = numbersOf(document, resource).flatMap((name) => {
        const value = record[name]
        return typeof value === 'number' ? [[name, value + most] as const] : []
      })
      return { ...record, ...Object.fromEntries(others), ...Object.fromEntries(sums) }
    },
  }
}
