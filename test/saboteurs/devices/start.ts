import { startService, type StartOptions, type Started } from '../service/start.ts'
import { defects } from './defects.ts'
import { fleet } from './fleet.ts'

/** Serves the devices on a free port of 127.0.0.1, whole or with one defect. */
export const start = (options: StartOptions = {}): Promise<Started> => startService(fleet, defects, options)
