import { fileURLToPath } from 'node:url'
import type { Definition } from '../service/service.ts'
import { desk } from './desk.ts'
import { devices } from './devices.ts'
import { refuse } from './faults.ts'
import { groups } from './groups.ts'
import { readings } from './readings.ts'
import { createState, type State } from './state.ts'

export const token = 'open-sesame'

export const fleet: Definition<State> = {
  document: fileURLToPath(new URL('openapi.yaml', import.meta.url)),
  createState,
  handlers: { ...devices, ...readings, ...groups, ...desk },
  refuse,
  errorType: 'application/json',
  invalidBody: 400,
  isAuthorized,
  challenge: 'Bearer realm="devices"',
}

function isAuthorized({ authorization = '' }: Readonly<Record<string, string | undefined>>): boolean {
  const [scheme = '', given] = authorization.split(/ +/)
  return scheme.toLowerCase() === 'bearer' && given === token
}
