import { startService, type StartOptions, type Started } from '../service/start.ts'
import { defects } from './defects.ts'
import { library } from './library.ts'

/** Serves the library on a free port of 127.0.0.1, whole or with one defect. */
export const start = (options: StartOptions = {}): Promise<Started> => startService(library, defects, options)
