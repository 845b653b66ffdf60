import { answer, integer, json, list, object, ref, text } from './document-parts.ts'

/** Builders for an API of courses that users sign up to and enrol in. */

const own = { ...integer, readOnly: true }
const cents = { ...integer, minimum: 0 }
const nullable = { type: ['string', 'null'] }
const at = { parameters: [{ name: 'id', in: 'path', required: true, schema: integer }] }

/** An operation that may also be refused with these statuses. */
export const orRefused = (operation: object, ...statuses: readonly number[]): object => {
  const { responses } = operation as { readonly responses: object }
  const refused = statuses.map((status) => [status, { description: 'Refused' }] as const)
  return { ...operation, responses: { ...responses, ...Object.fromEntries(refused) } }
}

/** Users enrol in courses, with coupons; courses are archived, deleted and restored. */
export const coursesDocument: { readonly paths: object; readonly [name: string]: unknown } = {
  openapi: '3.1.0',
  info: { title: 'Courses', version: '1' },
  paths: {
    '/me': { get: answer(200, ref('User')) },
    '/users': { get: answer(200, list(ref('User'))) },
    '/users/{id}': { ...at, get: answer(200, ref('User')) },
    '/coupons': {
      get: answer(200, list(ref('Coupon'))),
      post: {
        requestBody: json(object({ code: text, percent_off: integer })),
        ...answer(201, ref('Coupon')),
      },
    },
    '/coupons/{code}': {
      parameters: [{ name: 'code', in: 'path', required: true, schema: text }],
      get: answer(200, ref('Coupon')),
    },
    '/courses': {
      get: {
        parameters: [
          { name: 'price_max', in: 'query', schema: integer },
          { name: 'with_deleted', in: 'query', schema: { type: 'boolean', default: false } },
        ],
        ...answer(200, list(ref('Course'))),
      },
      post: {
        requestBody: json(object({ title: text, price_cents: cents })),
        ...answer(201, ref('Course')),
      },
    },
    '/courses/archive': {
      post: orRefused(
        {
          requestBody: json(object({ ids: list(integer) })),
          ...answer(200, object({ archived_count: integer, not_found_ids: list(integer) })),
        },
        422,
      ),
    },
    '/courses/{id}': {
      ...at,
      get: orRefused(answer(200, ref('Course')), 404),
      delete: orRefused({ summary: 'Delete a course', ...answer(204) }, 404),
    },
    '/courses/{id}/archive': { ...at, post: answer(200, ref('Course')) },
    '/courses/{id}/restore': {
      ...at,
      post: orRefused({ summary: 'Restore a deleted course', ...answer(200, ref('Course')) }, 404, 409),
    },
    '/courses/{course_id}/enrollments': {
      parameters: [{ name: 'course_id', in: 'path', required: true, schema: integer }],
      get: answer(200, list(ref('Enrollment'))),
      post: orRefused(
        {
          description: 'Responds with 409 if the user is already enrolled in the course.',
          requestBody: json({ type: 'object', properties: { coupon_code: text } }),
          ...answer(201, ref('Enrollment')),
        },
        404,
        409,
      ),
    },
    '/enrollments/{id}': { ...at, get: answer(200, ref('Enrollment')) },
    '/enrollments/{id}/cancel': { ...at, post: answer(200, ref('Enrollment')) },
  },
  components: {
    schemas: {
      User: object({ id: own, name: text }),
      Coupon: object({ code: text, percent_off: { ...integer, minimum: 1, maximum: 100 } }),
      Course: object({
        id: own,
        title: text,
        price_cents: cents,
        archived: { type: 'boolean', readOnly: true },
        deleted_at: { ...nullable, format: 'date-time', readOnly: true },
      }),
      Enrollment: object({
        id: own,
        course: object({ id: own, title: text }),
        user: object({ id: own, name: text }),
        status: { type: 'string', enum: ['active', 'cancelled'] },
        coupon_code: nullable,
        price_cents: cents,
        discount_cents: cents,
        total_cents: cents,
      }),
    },
  },
}
