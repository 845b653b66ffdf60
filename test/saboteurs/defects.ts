import { errorDefects } from './defects/errors.ts'
import { headerDefects } from './defects/headers.ts'
import { identityDefects } from './defects/identity.ts'
import { invalidBodyDefects } from './defects/invalid-bodies.ts'
import { invalidParameterDefects } from './defects/invalid-parameters.ts'
import { lifecycleDefects } from './defects/lifecycle.ts'
import { listDefects } from './defects/lists.ts'
import { recordDefects } from './defects/records.ts'
import { responseDefects } from './defects/responses.ts'
import { ruleDefects } from './defects/rules.ts'
import { statusDefects } from './defects/statuses.ts'
import { validDefects } from './defects/valid.ts'
import type { Defect } from './sabotage.ts'

/** Every way in which the store can be broken, one at a time. */
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
