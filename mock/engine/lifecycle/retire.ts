import { refuse, type Refused } from '../../behaviour.ts'
import type { Exchange } from '../exchange.ts'

/** 410 from the sunset on, by the mock's clock (RFC 8594 leaves open what follows a sunset; this is our choice). */
export function retire(exchange: Exchange): Refused | undefined {
  if (!sunsetPassed(exchange)) return undefined
  const ended = new Date((exchange.plan?.operation.lifecycle.sunset ?? 0) * 1000)
    .toISOString()
    .replace('.000Z', 'Z')
  return refuse(410, 'gone', `This operation ended at ${ended}.`)
}

/** Whether the operation's sunset is now or before. */
export function sunsetPassed({ plan, now }: Exchange): boolean {
  const sunset = plan?.operation.lifecycle.sunset
  return sunset !== undefined && now.getTime() >= sunset * 1000
}
