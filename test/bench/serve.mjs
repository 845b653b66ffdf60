// Starts a server: `mock`, `express` or `node:http`. The latter two read their constant responses from the environment.
import { once } from 'node:events'
import { createServer } from 'node:http'

const servers = {
  async mock() {
    const { createMock } = await import('../../dist/mock/index.js')
    const { startServer } = await import('../../dist/mock/adapters/server.js')
    const { url } = await startServer(await createMock({ world: 'large' }), { port: 0, host: '127.0.0.1' })
    return url
  },
  async express() {
    const { default: express } = await import('express')
    const app = express().use(express.json())
    for (const [route, variants] of grouped(constants())) {
      const [method, path] = route.split(' ')
      app[method.toLowerCase()](path, (request, response) => {
        const { status, value } = choose(variants, request.originalUrl, request.body)
        response.status(status).json(value)
      })
    }
    return listening(app.listen(0, '127.0.0.1'))
  },
  'node:http'() {
    const answers = new Map(grouped(constants()))
    const server = createServer((request, response) => {
      const variants = answers.get(`${request.method} ${request.url.split('?', 1)[0]}`)
      const send = (body) => {
        const { status, text } = choose(variants, request.url, body)
        response.writeHead(status, {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(text),
        })
        response.end(text)
      }
      if (request.headers['content-length'] === undefined) return send()
      const chunks = []
      request.on('data', (chunk) => chunks.push(chunk))
      request.on('end', () => send(JSON.parse(Buffer.concat(chunks).toString())))
    })
    return listening(server.listen(0, '127.0.0.1'))
  },
}

function constants() {
  return JSON.parse(process.env.ANSWERS).map(({ method, path, query, status, body }) => ({
    route: `${method} ${path}`,
    query,
    status,
    text: body,
    value: JSON.parse(body),
  }))
}

function grouped(answers) {
  const routes = new Map()
  for (const answer of answers) routes.set(answer.route, [...(routes.get(answer.route) ?? []), answer])
  return [...routes]
}

/** Chooses among the rows that share a route: lists of different sizes, and valid and invalid POSTs. */
function choose(variants, url, body) {
  if (variants.length === 1) return variants[0]
  if (body !== undefined) return variants[body.name === '' ? 1 : 0]
  return variants[url.endsWith(variants[0].query) ? 0 : 1]
}

async function listening(server) {
  await once(server, 'listening')
  return `http://127.0.0.1:${server.address().port}`
}

process.send({ url: await servers[process.argv[2]]() })
