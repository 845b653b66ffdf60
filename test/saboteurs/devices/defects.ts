import { answerDefects } from './defects/answers.ts'
import { headerDefects } from './defects/headers.ts'
import { inputDefects } from './defects/inputs.ts'
import { listDefects } from './defects/lists.ts'
import { protocolDefects } from './defects/protocol.ts'
import { recordDefects } from './defects/records.ts'
import { ruleDefects } from './defects/rules.ts'
import { statusDefects } from './defects/statuses.ts'
import { valueDefects } from './defects/values.ts'
import type { DeviceDefect } from './defects/tools.ts'

/** Every way in which the service of the devices can be broken, one at a time. */
export const defects: readonly DeviceDefect[] = [
  ...answerDefects,
  ...headerDefects,
  ...inputDefects,
  ...listDefects,
  ...protocolDefects,
  ...recordDefects,
  ...ruleDefects,
  ...statusDefects,
  ...valueDefects,
]
