import { fileURLToPath } from 'node:url'
import type { Definition } from '../../document-service/service.ts'
import { alarms } from './alarms.ts'
import { devices } from './devices.ts'
import { refuse } from './errors.ts'
import { groups } from './groups.ts'
import { jobs } from './jobs.ts'
import { readings } from './readings.ts'
import { challenge, sessions } from './sessions.ts'
import { createState, type State } from './state.ts'
import { stats } from './stats.ts'
import { tokens } from './tokens.ts'

export const token = 'open-sesame'

export const devicesService: Definition<State> = {
  document: fileURLToPath(new URL('../openapi.yaml', import.meta.url)),
  createState,
  handlers: { ...devices, ...readings, ...alarms, ...groups, ...jobs, ...sessions, ...tokens, ...stats },
  refuse,
  errorType: 'application/json',
  invalidBody: 400,
  isAuthorized,
  challenge,
}

function isAuthorized(
  { authorization = '' }: Readonly<Record<string, string | undefined>>,
  state: State,
): boolean {
  const [scheme = '', given] = authorization.split(/ +/)
  return scheme.toLowerCase() === 'bearer' && (given === token || state.sessions.has(given ?? ''))
}
