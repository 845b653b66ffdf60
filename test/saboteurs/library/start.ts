import { startService, type StartOptions, type Started } from '../document-service/start.ts'
import { defects } from './defects/index.ts'
import { libraryService } from './server/definition.ts'

/** Serves the library on a free port of 127.0.0.1, healthy or with one defect. */
export const start = (options: StartOptions = {}): Promise<Started> =>
  startService(libraryService, defects, options)
