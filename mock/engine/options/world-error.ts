import { MockOptionError } from '../../option-error.ts'

/** Thrown for a world that does not suit the document. */
export class WorldError extends MockOptionError {}
