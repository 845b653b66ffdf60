import { answerDefects } from './defects/answers.ts'
import { headerDefects } from './defects/headers.ts'
import { inputDefects } from './defects/inputs.ts'
import { lifecycleDefects } from './defects/lifecycle.ts'
import { listDefects } from './defects/lists.ts'
import { patronDefects } from './defects/patrons.ts'
import { protocolDefects } from './defects/protocol.ts'
import { recordDefects } from './defects/records.ts'
import { ruleDefects } from './defects/rules.ts'
import { statusDefects } from './defects/statuses.ts'
import type { LibraryDefect } from './defects/tools.ts'

/** Every way in which the library can be broken, one at a time. */
export const defects: readonly LibraryDefect[] = [
  ...answerDefects,
  ...headerDefects,
  ...inputDefects,
  ...lifecycleDefects,
  ...listDefects,
  ...patronDefects,
  ...protocolDefects,
  ...recordDefects,
  ...ruleDefects,
  ...statusDefects,
]
