import type { Json } from '../../../spec/json.ts'
import type { JsonSchema } from '../../../spec/schema.ts'
import type { Sources } from '../realistic/source.ts'
import type { Shape, Shapes } from '../shape/shape.ts'
import type { Place } from './place.ts'

/** What is needed to build values, including those inside arrays and objects. */
export interface Builder {
  readonly shapes: Shapes
  readonly sources: Sources
  readonly isValid: (schema: JsonSchema, value: Json) => boolean
  /** Builds a value for the shape; undefined if none was found. It may be invalid if the schemas contradict each other. */
  readonly build: (shape: Shape, place: Place) => Json | undefined
}

/** Whether a value is valid against all schemas of a shape. */
export const isValid = (builder: Builder, shape: Shape, value: Json): boolean =>
  shape.schemas.every((schema) => builder.isValid(schema, value))
