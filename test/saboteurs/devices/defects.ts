import { answerDefects } from './defects/answers.ts'
import { headerDefects } from './defects/headers.ts'
import { inputDefects } from './defects/inputs.ts'
import { recordDefects } from './defects/records.ts'
import type { DeviceDefect } from './defects/tools.ts'

/** Every way in which the service of the devices can be broken, one at a time. */
export const defects: readonly DeviceDefect[] = [
  ...answerDefects,
  ...headerDefects,
  ...inputDefects,
  ...recordDefects,
]
