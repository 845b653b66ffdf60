import type { Json } from '../../../spec/json.ts'
import type { JsonSchema } from '../../../spec/schema.ts'
import type { Place } from './place.ts'
import type { Shape, Shapes } from '../shape/shape.ts'
import type { Sources } from '../realistic/source.ts'

/** What it takes to build values; arrays and objects build what they contain with it. */
export interface Builder {
  readonly shapes: Shapes
  readonly sources: Sources
  readonly isValid: (schema: JsonSchema, value: Json) => boolean
  /** A value for the shape; undefined when none was found. It may be wrong where the schemas contradict each other. */
  readonly build: (shape: Shape, place: Place) => Json | undefined
}
