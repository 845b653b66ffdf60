import { alarmDefects } from './alarms.ts'
import { headerDefects } from './headers.ts'
import { inputDefects } from './invalid-requests.ts'
import { listDefects } from './lists.ts'
import { protocolDefects } from './protocol.ts'
import { recordDefects } from './records.ts'
import { answerDefects } from './responses.ts'
import { ruleDefects } from './rules.ts'
import { statusDefects } from './statuses.ts'
import type { DeviceDefect } from './tools.ts'
import { valueDefects } from './valid-requests.ts'

/** All defects of the devices; a server has at most one of them. */
export const defects: readonly DeviceDefect[] = [
  ...alarmDefects,
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
