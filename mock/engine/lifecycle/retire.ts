import { refuse, type Refused } from '../../behaviour.ts'
import type { Exchange } from '../exchange.ts'

/** The pipeline's step that refuses an operation with 410 from its sunset on. RFC 8594 leaves the status open: 410 is our choice. */
export function retire(exchange: Exchange): Refused | undefined {
  if (!sunsetPassed(exchange)) return undefined
  const ended = new Date((exchange.plan?.operation.lifecycle.sunset ?? 0) * 1000)
    .toISOString()
    .replace('.000Z', 'Z')
  return refuse(410, 'gone', `This operation ended at ${ended}.`)
}

/** Whether the operation's sunset has come, by the mock's clock. */
export function sunsetPassed({ plan, now }: Exchange): boolean {
  const sunset = plan?.operation.lifecycle.sunset
  return sunset !== undefined && now.getTime() >= sunset * 1000
}
