import pc from 'picocolors'

export type Paint = (text: string) => string

export interface Colors {
  readonly bold: Paint
  readonly dim: Paint
  readonly red: Paint
  readonly yellow: Paint
  readonly green: Paint
  readonly cyan: Paint
}

/** Colours for a terminal, or none. `isTTY` may be undefined, which picocolors would take for "decide by the environment". */
export function createColors(enabled: boolean | undefined): Colors {
  const { bold, dim, red, yellow, green, cyan } = pc.createColors(enabled ?? false)
  return { bold, dim, red, yellow, green, cyan }
}
