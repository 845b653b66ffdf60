import type { Document, SchemaNode } from '../../../spec/document.ts'
import { countedNoun, describedRecords } from '../../../spec/inference/numbers/counts.ts'
import { normalizedSentences, schemaDescription } from '../../../spec/inference/prose/sentences.ts'
import { singularWordsOf } from '../../../spec/inference/prose/words.ts'
import { stateNamed } from '../../../spec/inference/states/words/named-states.ts'
import type { JsonObject } from '../../../spec/json.ts'
import { itemsOf } from '../../../spec/schemas/properties.ts'
import { typesOf, type TypeName } from '../../../spec/schemas/types.ts'

/** A property that counts the items of a list in the same record: `likeCount` counts `likes`. */
export interface ListCount {
  readonly count: string
  readonly list: string
  /** Which items count: those that are `done` for `doneCount`. Undefined for all of them. */
  readonly isCounted: ((item: JsonObject) => boolean) | undefined
}

/** The counts among the properties of a record. */
export function listCounts(document: Document, nodes: ReadonlyMap<string, SchemaNode>): readonly ListCount[] {
  const typed = (type: TypeName): readonly string[] =>
    [...nodes].flatMap(([name, node]) => (typesOf(document, node).has(type) ? [name] : []))
  const lists = new Map(typed('array').map((name) => [singularWordsOf(name), name]))
  return typed('integer').flatMap((count): readonly ListCount[] => {
    const node = nodes.get(count)
    const inState = (list: string, words: string, isNot: boolean): readonly ListCount[] => {
      const items = itemsOf(document, nodes.get(list) ?? { schema: true, pointer: '' })
      const state = items && stateNamed(document, items, words)
      return state
        ? [{ count, list, isCounted: (item) => (item[state.property] === state.value) !== isNot }]
        : []
    }
    const told = node ? normalizedSentences(schemaDescription(document, node)).map(describedRecords) : []
    const described = told.flatMap((each) => {
      const list = lists.get(each?.noun ?? '')
      return list !== undefined && each?.state !== undefined ? inState(list, each.state, each.isNot) : []
    })
    if (described.length > 0) return described.slice(0, 1)
    const noun = countedNoun(count) ?? ''
    const list = lists.get(noun) ?? lists.get(`${noun} id`)
    if (list !== undefined) return [{ count, list, isCounted: undefined }]
    const [only, ...others] =
      noun === '' ? [] : [...lists.values()].flatMap((each) => inState(each, noun, false))
    return only && others.length === 0 ? [only] : []
  })
}
