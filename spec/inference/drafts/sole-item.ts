import type { Document } from '../../document.ts'
import { responseSchema } from '../bodies/content.ts'
import { findList } from '../bodies/envelope.ts'
import { isIdWord } from '../identity/identity.ts'
import { byMethod, type Routes } from '../paths/routes.ts'
import { isParameter, lastLiteral, lastParameter, parentTemplate, type Template } from '../paths/template.ts'
import { normalizeName, singular, wordsOf } from '../prose/words.ts'
import { isSimilar } from '../schemas/similarity.ts'

/** Words for what a record contains, where the path of the record shows that. */
const contents = /\b(?:list|all|child(?:ren)?|contents?|inside|within|under|below)\b/i

/**
 * Whether a GET shows a record as the only item of a list, `{"contacts": [{}]}` for `GET /contacts/3`: its response is like the list at the
 * path above, and its parameter is named like the id of a record in it.
 */
export function showsSoleItem(document: Document, routes: Routes, template: Template): boolean {
  const above = parentTemplate(template)
  const [one, many] = [template, above].map((each) => each && byMethod(routes.get(each.key) ?? [], 'GET'))
  if (!one || !many || isParameter(many.template.segments.at(-1))) return false
  const { summary = '', description = '' } = one.operation
  const name = lastLiteral(many.template.segments)
  if (!namesRecord(lastParameter(one.template.segments) ?? '', name)) return false
  const [shown, listed] = [one, many].map(({ operation }) => {
    const body = responseSchema(operation)
    return body && findList(document, body, { name, idParameter: undefined, record: undefined })
  })
  const isAlike =
    shown !== undefined && listed !== undefined && isSimilar(document, shown.schema, listed.schema)
  return isAlike && !contents.test(summary === '' ? description : summary)
}

/** Whether a parameter is named like the id of a record of the collection: `id`, `contact`, `contactId` or `contact_number`. */
function namesRecord(parameter: string, collection: string): boolean {
  const noun = normalizeName(singular(collection))
  const words = wordsOf(parameter)
  const owner = isIdWord(words.at(-1) ?? '') ? words.slice(0, -1) : words
  return owner.length === 0 || normalizeName(owner.join(' ')) === noun
}
