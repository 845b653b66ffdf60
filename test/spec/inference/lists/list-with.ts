import type { Resource } from '../../../../spec/resources.ts'
import { array, integer, modelOf, object, string } from '../api.ts'

/** Records with properties of several types. */
export const record: Readonly<Record<string, unknown>> = object(
  { id: integer, age: { type: 'number' }, tags: array(string), status: { enum: ['a', 'b'] } },
  'name',
  'owner_id',
)

/** The resource of a list with these query parameters, response and response headers. */
export async function listWith(
  query: object,
  answers: object = array(record),
  headers: object = {},
): Promise<Resource | undefined> {
  const model = await modelOf({
    'GET /pets': { query: { ...query }, answers: { ...answers }, headers: { ...headers } },
  })
  return model.resources[0]
}
