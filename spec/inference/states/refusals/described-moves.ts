import type { Document, Operation, Pointer, SchemaNode } from '../../../document.ts'
import { possiblePropertiesOf } from '../../../schemas/properties.ts'
import { enumValues } from '../../../schemas/types.ts'
import { schemaDescription } from '../../prose/sentences.ts'
import { indexesIn, state } from '../words/clause-patterns.ts'
import { clausesIn, textOf } from '../words/clauses.ts'
import { isStateName } from '../words/state-properties.ts'

/** The changes of a state that an update may make, where the document excludes all others. */
export interface DescribedMoves {
  readonly property: string
  /** The states that may follow each of those that are named. */
  readonly next: ReadonlyMap<string, ReadonlySet<string>>
  /** The status of the refusal of any other change, if a sentence names one. */
  readonly status: number | undefined
  /** Where the document lists them: the operation, or the description of the property. */
  readonly pointer: Pointer
}

/** "Any other transition is refused", "Other changes give 409", "Only these transitions are allowed". */
const excludesOthers =
  /\b(?:any|every|all)? ?others? (?:status |state )?(?:transitions?|changes?|moves?|steps?)\b|\b(?:anything|everything) else\b|\bonly (?:the following|these|those) (?:status |state )?(?:transitions?|changes?|moves?|steps?)\b|\b(?:invalid|illegal|forbidden|disallowed|not allowed) (?:status |state )?(?:transitions?|changes?)\b|\b(?:status |state )?transitions? (?:is|are) not (?:allowed|possible|permitted|valid)\b/

const pair = new RegExp(`\\bfrom ${list('from')} (?:to|into) ${list('to')}`, 'gu')
const arrow = '(?:→|-{1,2}>|=>)'
const chain = new RegExp(`${state}(?: ?${arrow} ?${state})+`, 'gu')

function list(name: string): string {
  return `(?<${name}>${state}(?:(?:, ?(?:or |and )?| or | and |/)${state})*)`
}

/**
 * The moves between states that a change of a record is limited to: "Tickets go from `open` to `done`, and from `done` to `closed`; any
 * other transition is refused with 409", "`draft` → `published` → `archived`. Other transitions give 409". Undefined unless a sentence
 * excludes all others.
 */
export function describedMoves(
  document: Document,
  update: Operation,
  sent: SchemaNode,
): DescribedMoves | undefined {
  const [found, ...others] = [...possiblePropertiesOf(document, sent)].flatMap(([property, node]) => {
    const values = enumValues(document, node).filter((each) => typeof each === 'string')
    if (!isStateName(property) || values.length < 2) return []
    const texts = [
      { text: textOf(update), pointer: update.pointer },
      { text: schemaDescription(document, node), pointer: node.pointer },
    ]
    return texts.flatMap(({ text, pointer }) => {
      const next = movesIn(text, values)
      const status = next.size > 0 ? refusalIn(update, text) : undefined
      return status ? [{ property, next, pointer, ...status }] : []
    })
  })
  return others.length === 0 ? found : undefined
}

function movesIn(text: string, values: readonly string[]): DescribedMoves['next'] {
  const next = new Map<string, Set<string>>()
  const add = (from: number | undefined, to: number | undefined): void => {
    const [one, other] = [values[from ?? -1], values[to ?? -1]]
    if (one !== undefined && other !== undefined) next.set(one, (next.get(one) ?? new Set()).add(other))
  }
  for (const clause of clausesIn(text, values)) {
    for (const { groups } of clause.matchAll(pair))
      for (const from of indexesIn(groups?.['from'] ?? ''))
        for (const to of indexesIn(groups?.['to'] ?? '')) add(from, to)
    for (const [named] of clause.matchAll(chain)) {
      const steps = indexesIn(named)
      for (const [index, from] of steps.entries()) add(from, steps[index + 1])
    }
  }
  return next
}

/** The status that other moves are refused with; undefined if nothing says that they are refused. */
function refusalIn(update: Operation, text: string): Pick<DescribedMoves, 'status'> | undefined {
  const sentence = text.split(/[.;](?=\s|$)/).find((each) => excludesOthers.test(each.toLowerCase()))
  if (sentence !== undefined) return { status: Number(/\b4\d\d\b/.exec(sentence)?.[0]) || undefined }
  const response = update.responses.find(
    ({ status, description }) => /^4\d\d$/.test(status) && excludesOthers.test(description.toLowerCase()),
  )
  return response && { status: Number(response.status) }
}
