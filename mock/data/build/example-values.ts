import { isArray, isJsonObject, type Json, type JsonObject } from '../../../spec/json.ts'
import { isPlaceholder } from '../../../spec/schemas/examples.ts'
import type { Random } from '../random.ts'
import type { Shape } from '../shape/shape.ts'
import { isValid, type Builder } from './builder.ts'
import { propertyOf } from './objects.ts'
import type { Place } from './place.ts'

/** The document's examples, for the first value of several. */
export function examplesFor(shape: Shape, place: Place): readonly Json[] {
  const isTaken = place.isRepeat || place.attempt > 0 || (place.isLater && distinctName.test(place.words))
  return isTaken ? [] : shape.annotations.examples.filter((example) => !isPlaceholder(example))
}

/** Names of properties that tell records apart. */
const distinctName =
  /^(?:(?:display |full |company |product |file )?name|title|slug|subject|headline|handle|user ?name|sku|(?:[a-z]+ )?code|email)$/

/** A generated object with the members of the first example that suits it. */
export function withExample(builder: Builder, shape: Shape, place: Place, generated: JsonObject): JsonObject {
  if (!place.isWhole || place.open) return generated
  const candidates = examplesFor(shape, place)
    .filter(isJsonObject)
    .flatMap((example) => {
      const members = Object.entries(example).filter(
        ([name]) => !propertyOf(builder, shape, name).annotations.isHidden,
      )
      const shown = Object.fromEntries(members)
      return members.length === 0 ? [] : [{ ...generated, ...shown }, shown]
    })
  return candidates.find((candidate) => isValid(builder, shape, candidate)) ?? generated
}

/** The first valid example of a list: as it is, or some of its items if they are scalars and it is not the first such list. */
export function exampleOfList(builder: Builder, shape: Shape, place: Place): Json | undefined {
  const lists = examplesFor(shape, place).filter((example) => isArray(example) && example.length > 0)
  for (const list of lists as readonly (readonly Json[])[]) {
    const items = place.isWhole ? list : someOf(list, place.random.fork('example'))
    if (items.length > 0 && isValid(builder, shape, items)) return items
  }
  return undefined
}

function someOf(list: readonly Json[], random: Random): readonly Json[] {
  if (list.some((item) => typeof item === 'object')) return []
  const kept = random.int(0, list.length - 1)
  return list.filter((_, index) => index === kept || random.next() < 0.5)
}
