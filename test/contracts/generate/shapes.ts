import { goalOf } from '../../../contracts/generate/schema/goal.ts'
import { type Shape, shapeOf } from '../../../contracts/generate/schema/shape.ts'
import { workbench } from './document.ts'

/** What a schema asks of a value in a request. */
export function shapeFor(schema: unknown, version: '3.0' | '3.1' = '3.1'): Shape {
  const { document, node } = workbench({ version, schema })
  return shapeOf({ document, view: 'request' }, goalOf([node]))
}
