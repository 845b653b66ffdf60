import { fine, type Check, type Violation } from '../check.ts'

/** The second of two identical requests. */
export interface RepeatedPutEvidence {
  readonly status: number
  /** Whether the operation declares a success other than 201; if not, the server has to answer 201. */
  readonly declaresOther: boolean
  /** What it changed, a few words each. */
  readonly changes: readonly string[]
}

/** A repeated PUT changes nothing and does not claim to have created a record. */
export const repeatPut: Check<RepeatedPutEvidence> = {
  id: 'repeat-put',
  title: 'A repeated PUT changes nothing',
  severity: 'error',
  requirement: 'RFC 9110 §9.2.2: PUT is idempotent; §9.3.4: 201 only when PUT created the resource',
  judge({ status, declaresOther, changes }) {
    const created: readonly Violation[] =
      status === 201 && declaresOther
        ? [
            {
              cause: 'created-again',
              expected: '200 or 204, because the record already exists',
              actual: '201',
            },
          ]
        : fine
    return changes.length === 0
      ? created
      : [
          ...created,
          { cause: 'changed', expected: 'the second PUT to change nothing', actual: changes.join('; ') },
        ]
  },
}
