import { fine, type Check } from '../check.ts'

export interface PositionEvidence {
  /** The property that tells which page it is, or how large: `page`, `meta.perPage`. */
  readonly source: string
  readonly told: number
  readonly asked: number
  /** Whether the document describes the property; if not, only its name says what it is for. */
  readonly isDescribed: boolean
  readonly pointer: string
}

/** A page tells the number and the size that were asked for. */
export const pagePosition: Check<PositionEvidence> = {
  id: 'page-position',
  title: 'Pages tell which ones they are',
  severity: 'error',
  requirement: 'The property in the document that tells which page it is',
  judge: ({ source, told, asked, isDescribed, pointer }) =>
    told === asked
      ? fine
      : [
          {
            cause: source,
            expected: `${source} = ${String(asked)}, as asked for`,
            actual: String(told),
            requirement: pointer,
            ...(!isDescribed && { severity: 'warning' }),
          },
        ],
}
