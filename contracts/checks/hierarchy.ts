import { describeAnswer } from '../answer.ts'
import type { Check } from '../check.ts'
import type { Answer } from '../interaction.ts'

export interface HierarchyEvidence {
  readonly answer: Answer
  /** `other`: the path names a parent that the record does not belong to. `missing`: the parent was deleted. */
  readonly parent: 'other' | 'missing'
  readonly use: 'read' | 'changed' | 'deleted' | 'listed' | 'posted'
}

/** A nested record can be reached through its own parent only. */
export const hierarchy: Check<HierarchyEvidence> = {
  id: 'hierarchy',
  title: 'Nested records belong to one parent',
  severity: 'error',
  requirement: 'OpenAPI 3.0.4 §4.7.8: the path names the parent of the record',
  judge({ answer, parent, use }) {
    const cause = `${parent}:${use}`
    if (parent === 'missing')
      return [{ cause, expected: '404, because the parent does not exist', actual: describeAnswer(answer) }]
    if (use === 'listed')
      return [
        { cause, expected: 'a list without records of other parents', actual: 'a list that contains one' },
      ]
    return [
      {
        cause,
        expected: `404 for a record that is ${use} through another parent`,
        actual: describeAnswer(answer),
      },
    ]
  },
}
