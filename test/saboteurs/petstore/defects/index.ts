import { errorDefects } from './errors.ts'
import { headerDefects } from './headers.ts'
import { identityDefects } from './identity.ts'
import { invalidBodyDefects } from './invalid-bodies.ts'
import { invalidParameterDefects } from './invalid-parameters.ts'
import { lifecycleDefects } from './lifecycle.ts'
import { listDefects } from './lists.ts'
import { recordDefects } from './records.ts'
import { responseDefects } from './responses.ts'
import { ruleDefects } from './rules.ts'
import { statusDefects } from './statuses.ts'
import type { Defect } from './tools.ts'
import { validDefects } from './valid-requests.ts'

/** All defects of the Pet Store; a store has at most one of them. */
export const defects: readonly Defect[] = [
  ...statusDefects,
  ...responseDefects,
  ...headerDefects,
  ...errorDefects,
  ...invalidBodyDefects,
  ...invalidParameterDefects,
  ...validDefects,
  ...recordDefects,
  ...listDefects,
  ...lifecycleDefects,
  ...ruleDefects,
  ...identityDefects,
]
