import type { Handler } from '../../document-service/call.ts'
import { instant } from '../../shared/date-time.ts'
import { reply } from '../../shared/exchange.ts'
import { unknownDevice } from './errors.ts'
import type { State } from './state.ts'

export const tokens: Readonly<Record<string, Handler<State>>> = {
  issueToken({ body: { serial, scope = [], ttl = 3600 } }, { state, now }) {
    if (typeof serial !== 'string' || !state.devices.has(serial)) return unknownDevice(serial, '/serial')
    const expiresAt = instant(new Date(now.getTime() + Number(ttl) * 1000))
    return reply(
      200,
      { token: `tok-${++state.count.token}`, scope, expiresAt },
      { 'Cache-Control': 'no-store' },
    )
  },
}
