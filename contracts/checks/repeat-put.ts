import { fine, type Check, type Violation } from '../check.ts'

export interface RepeatedPutEvidence {
  /** Of the second of two identical requests. */
  readonly status: number
  /** Whether the document declares another success than 201: a server that honours it has nothing else to say. */
  readonly declaresOther: boolean
  /** What the second one changed, in a few words each. */
  readonly changes: readonly string[]
}

/** The same PUT again changes nothing. */
export const repeatPut: Check<RepeatedPutEvidence> = {
  id: 'repeat-put',
  title: 'The same PUT again changes nothing',
  severity: 'error',
  requirement: 'RFC 9110 §9.3.4: 201 only when PUT created a representation; §9.2.2: PUT is idempotent',
  judge({ status, declaresOther, changes }) {
    const created: readonly Violation[] =
      status === 201 && declaresOther
        ? [{ cause: 'created-again', expected: '200 or 204: it is there already', actual: '201' }]
        : fine
    return changes.length === 0
      ? created
      : [
          ...created,
          { cause: 'changed', expected: 'the second PUT to change nothing', actual: changes.join('; ') },
        ]
  },
}
