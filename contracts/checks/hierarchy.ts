import { describeAnswer, type Answer } from '../answer.ts'
import type { Check } from '../check.ts'

export interface HierarchyEvidence {
  readonly answer: Answer
  /** `other`: the record is reached through a parent it is not in. `missing`: its parent was deleted. */
  readonly parent: 'other' | 'missing'
  readonly use: 'read' | 'changed' | 'deleted' | 'listed'
}

/** What is below a record is reached through that record, and through no other. */
export const hierarchy: Check<HierarchyEvidence> = {
  id: 'hierarchy',
  title: 'Records are below their own parent only',
  severity: 'error',
  requirement: 'OpenAPI 3.0.4 §4.7.8: the path says what the record is part of',
  judge({ answer, parent, use }) {
    const cause = `${parent}:${use}`
    if (parent === 'missing')
      return [{ cause, expected: '404: there is no such parent', actual: describeAnswer(answer) }]
    if (use === 'listed')
      return [{ cause, expected: 'a list without what is in another parent', actual: 'one with it' }]
    return [
      {
        cause,
        expected: `404: it is not to be ${use} through a parent it is not in`,
        actual: describeAnswer(answer),
      },
    ]
  },
}
