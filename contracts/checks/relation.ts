import { isSuccess } from '../answer.ts'
import { fine, type Check, type Violation } from '../check.ts'

export interface RelationEvidence {
  /** What was done: put once, put twice, taken away, or taken away though it is not there. */
  readonly deed: 'put' | 'again' | 'delete' | 'missing'
  readonly status: number
  /** The property of the record that tells of it. */
  readonly property: string
  /** How often the record has it now; undefined when it was not read. */
  readonly times: number | undefined
}

/** What is put below a record is in it, once, until it is deleted there. */
export const relation: Check<RelationEvidence> = {
  id: 'relation',
  title: 'What is put below a record is in it until it is deleted',
  severity: 'error',
  requirement: 'RFC 9110 §9.3.4 and §9.3.5: PUT creates what the target resource names, DELETE removes it',
  judge({ deed, status, property, times }) {
    if (deed === 'missing') return isSuccess(status) ? [repeated(status)] : fine
    if (times === undefined) return fine
    if (deed === 'put' && times === 0)
      return [
        { cause: 'put', expected: `${property} to have what was put there`, actual: 'what it had before' },
      ]
    if (deed === 'again' && times > 1)
      return [
        {
          cause: 'again',
          expected: `${property} to have once what was put there twice`,
          actual: `${String(times)} times`,
          requirement: 'RFC 9110 §9.2.2: PUT is idempotent',
        },
      ]
    if (deed === 'delete' && times > 0)
      return [
        { cause: 'delete', expected: `${property} without what was deleted`, actual: 'what it had before' },
      ]
    return fine
  },
}

const repeated = (status: number): Violation => ({
  cause: 'missing',
  expected: '404 for what is not there, as the operation tells',
  actual: String(status),
  requirement: 'RFC 9110 §15.5.5: 404 when there is no current representation for the target resource',
})
