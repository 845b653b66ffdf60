import type { Document } from '../document.ts'
import { parameterDescription } from '../inference/prose/sentences.ts'
import { normalizeName, wordsOf } from '../inference/prose/words.ts'
import { operationsOf } from '../operations.ts'
import { queryParametersOf } from '../parameters/members.ts'
import { lastPart } from '../routing/path-template.ts'
import { rewrite } from './rewrite.ts'

/** Says after the name of a property how it is compared: `findByTitleContaining`. */
const operator =
  /^(?:is)?(?:(?<part>contain(?:s|ing)|like)|(?<start>start(?:s|ing)with))(?<anyCase>(?:all)?ignore(?:s|ing)?case)?(?=and|or|$)/

/** Describes the parameters of finders by what the names of these say, as those of query methods do. */
export function describeFinders(document: Document): Document {
  const { operations } = operationsOf(document)
  return rewrite(
    document,
    operations.flatMap((operation) => {
      const [, asked = ''] = /^[a-z]+By([A-Z]\w*)$/.exec(lastPart(operation.path)) ?? []
      return queryParametersOf(operation).flatMap((parameter) => {
        const { name, pointer } = parameter
        const [, after = ''] = normalizeName(asked).split(normalizeName(name))
        const { part, start, anyCase } = operator.exec(after)?.groups ?? {}
        if ((part ?? start) === undefined || parameterDescription(document, parameter) !== '') return []
        const verb = start === undefined ? 'contains' : 'starts with'
        const value = `Those whose ${wordsOf(name).join(' ')} ${verb} this text${anyCase ? ', ignoring case' : ''}`
        return [{ pointer: `${pointer}/description`, value }]
      })
    }),
  )
}
