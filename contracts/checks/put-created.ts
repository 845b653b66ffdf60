import { fine, type Check } from '../check.ts'

/** A PUT of a record that could not be read before, and can be read after. */
export interface PutCreatedEvidence {
  readonly status: number
}

/** A PUT that creates a record says so. */
export const putCreated: Check<PutCreatedEvidence> = {
  id: 'put-created',
  title: 'A PUT that creates a record answers 201',
  severity: 'error',
  requirement: 'RFC 9110 §9.3.4: a PUT that creates a resource MUST be answered with 201',
  judge: ({ status }) =>
    status === 201
      ? fine
      : [
          {
            cause: 'not-201',
            expected: '201, because the record did not exist before',
            actual: String(status),
          },
        ],
}
