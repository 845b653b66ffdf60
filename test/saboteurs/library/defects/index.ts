import { headerDefects } from './headers.ts'
import { inputDefects } from './invalid-requests.ts'
import { lifecycleDefects } from './lifecycle.ts'
import { listDefects } from './lists.ts'
import { patronDefects } from './patrons.ts'
import { protocolDefects } from './protocol.ts'
import { recordDefects } from './records.ts'
import { answerDefects } from './responses.ts'
import { ruleDefects } from './rules.ts'
import { statusDefects } from './statuses.ts'
import { storedDefects } from './stored.ts'
import type { LibraryDefect } from './tools.ts'

/** All defects of the library; a server has at most one of them. */
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
  ...storedDefects,
]
