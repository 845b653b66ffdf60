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

/** Colours for a terminal, or none. */
export function createColors(enabled: boolean): Colors {
  const { bold, dim, red, yellow, green, cyan } = pc.createColors(enabled)
  return { bold, dim, red, yellow, green, cyan }
}
