import { declaresStatus, type Document, type Operation, type SchemaNode } from '../../document.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { isNumeric, typesOf } from '../../schemas/types.ts'
import { sentencesOf } from '../prose/sentences.ts'
import { singularWordsOf } from '../prose/words.ts'

/** "A code that has been used cannot be deleted", "A ticket that has been sold or is held cannot be deleted". */
const barred =
  / (?:that|which) (?<done>(?:ha (?:already )?been|have (?:already )?been|is|are|wa|were) \w+(?: or (?:(?:ha been|have been|is|are|wa|were) )?\w+)?) (?:cannot|can not|can no longer|may not|must not) be (?:deleted|removed) $/

const auxiliary = /^(?:ha|have|already|been|is|are|wa|were|or|)$/

/**
 * The numbers of a record that show, unless they are 0, that it has been used in a way in which it cannot be deleted, according to the
 * description of the deletion: `times_used`, `sold`. Empty unless the deletion declares 409.
 */
export function useBlockers(document: Document, deletion: Operation, record: SchemaNode): readonly string[] {
  if (!declaresStatus(deletion, 409)) return []
  const told = sentencesOf(deletion).map((sentence) => barred.exec(sentence)?.groups?.['done'] ?? '')
  const verbs = new Set(told.flatMap((done) => done.split(' ').filter((word) => !auxiliary.test(word))))
  return [...possiblePropertiesOf(document, record)].flatMap(([name, node]) => {
    const words = singularWordsOf(name).replace(/^(?:time|number|count) (?:of )?| (?:count|time)$/g, '')
    return verbs.has(words) && isNumeric(typesOf(document, node)) ? [name] : []
  })
}
