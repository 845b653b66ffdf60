import { object, text } from '../document-parts.ts'

const content = (schema: object): object => ({ content: { 'application/json': { schema } } })
const refused = Object.fromEntries([400, 404, 409, 422].map((status) => [status, { description: 'Refused' }]))
const responds = (status: number, schema: object): object => ({
  responses: { [status]: { description: 'Done', ...content(schema) }, ...refused },
})
const item = (...names: readonly string[]): object => ({
  parameters: names.map((name) => ({ name, in: 'path', required: true, schema: text })),
})
const kept = (schema: object, description: string): object => ({
  get: responds(200, { type: 'array', items: schema }),
  post: { description, requestBody: { required: true, ...content(schema) }, ...responds(201, schema) },
})
const id = { ...text, readOnly: true }
const day = { ...text, format: 'date' }

const boat = object({ id, seats: { type: 'integer', minimum: 1 }, deposit: { type: 'number' } })
const rental = object({
  id,
  boat_id: text,
  begins_on: day,
  ends_on: day,
  guests: { type: 'integer' },
  status: { enum: ['booked', 'cancelled'] },
})
const deduction = object({ id, amount: { type: 'number' } })

/** Boats, their rentals, and what is deducted from the deposit of a boat, described by these rules. */
export const rentalDocument = (rules: {
  readonly rental?: string
  readonly deduction?: string
  readonly deletion?: string
  readonly until?: string
}): object => ({
  openapi: '3.1.0',
  info: { title: 'Rentals', version: '1' },
  paths: {
    '/boats': kept(boat, 'Adds a boat.'),
    '/boats/{boatId}': {
      ...item('boatId'),
      get: responds(200, boat),
      delete: {
        description: rules.deletion ?? 'Removes a boat.',
        responses: { 204: { description: 'Gone' }, ...refused },
      },
    },
    '/boats/{boatId}/deductions': { ...item('boatId'), ...kept(deduction, rules.deduction ?? 'Deducts.') },
    '/boats/{boatId}/calendar': {
      ...item('boatId'),
      get: {
        parameters: ['from', 'until'].map((name) => ({
          name,
          in: 'query',
          schema: day,
          description: name === 'from' ? 'The first day.' : rules.until,
        })),
        ...responds(200, { type: 'object', properties: { days: { type: 'array', items: day } } }),
      },
    },
    '/rentals': kept(rental, rules.rental ?? 'Rents a boat.'),
    '/rentals/{id}': {
      ...item('id'),
      get: responds(200, rental),
      patch: {
        requestBody: { required: true, ...content({ ...rental, required: [] }) },
        ...responds(200, rental),
      },
    },
  },
})
