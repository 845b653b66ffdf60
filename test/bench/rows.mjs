/** The requests to every server, with the expected status. All are requests to the Pet Store. */
const json = { 'content-type': 'application/json' }
const body = (value) => ({ headers: json, body: JSON.stringify(value) })

export const rows = [
  { name: 'GET one', path: '/categories/1', status: 200 },
  { name: 'GET one, deprecated', path: '/pets/1', status: 200 },
  { name: 'GET list of 20', path: '/pets?limit=20', status: 200 },
  { name: 'GET list of 100', path: '/pets?limit=100', status: 200 },
  { name: 'POST', method: 'POST', path: '/pets', status: 201, ...body({ name: 'Luna', categoryId: 1 }) },
  { name: 'PATCH', method: 'PATCH', path: '/pets/1', status: 200, ...body({ name: 'Luna' }) },
  { name: '404', path: '/categories/999999', status: 404 },
  {
    name: 'invalid POST',
    method: 'POST',
    path: '/pets',
    status: 400,
    ...body({ name: '', categoryId: 'one' }),
  },
]

/** Fetches the response to each row, which the constant servers then send. */
export async function answersOf(url) {
  return Promise.all(
    rows.map(async ({ path, method = 'GET', headers = {}, body: sent }) => {
      const response = await fetch(url + path, { method, headers, ...(sent !== undefined && { body: sent }) })
      return {
        method,
        path: path.replace(/\?.*/, ''),
        query: path.replace(/^[^?]*\??/, ''),
        status: response.status,
        type: response.headers.get('content-type'),
        body: await response.text(),
      }
    }),
  )
}
