// Requests a second of the mock beside a bare Express app (`express.json()` and `res.json()`), as a ratio.
// Both are measured in turns, so that whatever else the machine does hits both: read the ratio, not the numbers.
// Options by environment: ROUNDS (5), SECONDS a turn (2), CONNECTIONS (16).
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism, cpus } from 'node:os'
import { fileURLToPath } from 'node:url'

const rounds = Number(process.env.ROUNDS ?? 5)
const duration = Number(process.env.SECONDS ?? 2)
const connections = Number(process.env.CONNECTIONS ?? 16)

const post = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ name: 'Luna', categoryId: 1 }),
}
const scenarios = [
  { name: 'GET one', path: '/categories/1' },
  { name: 'GET one, deprecated', path: '/pets/1' },
  { name: 'GET list of 20', path: '/pets?limit=20' },
  { name: 'POST', path: '/pets', ...post },
]

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
    const pet = { id: 1, name: 'Luna', categoryId: 1, status: 'available' }
    const pets = Array.from({ length: 20 }, (_, index) => ({ ...pet, id: index + 1 }))
    app.get('/categories/:id', (request, response) =>
      response.json({ id: Number(request.params.id), name: 'Dogs' }),
    )
    app.get('/pets/:id', (request, response) => response.json({ ...pet, id: Number(request.params.id) }))
    app.get('/pets', (_request, response) => response.json(pets))
    app.post('/pets', (request, response) =>
      response.status(201).json({ id: 1, status: 'available', ...request.body }),
    )
    const server = app.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return `http://127.0.0.1:${server.address().port}`
  },
}

const role = process.argv[2]
if (role === undefined) await compare()
else process.send({ url: await servers[role]() })

async function compare() {
  const { default: autocannon } = await import('autocannon')
  const measure = async (url, { path, method = 'GET', headers, body }) => {
    const result = await autocannon({ url: url + path, connections, duration, method, headers, body })
    if (result.non2xx > 0 || result.errors > 0)
      throw new Error(`${path}: ${result.non2xx} refused, ${result.errors} failed`)
    return result.requests.average
  }
  const [mock, express] = await Promise.all([start('mock'), start('express')])
  try {
    console.log(
      `Node ${process.version}, ${cpus()[0]?.model ?? 'unknown processor'} × ${availableParallelism()}`,
    )
    console.log(`${rounds} rounds of ${duration} s each, in turns, ${connections} connections\n`)
    console.log(
      `${'requests/s'.padEnd(22)}${'mock'.padStart(8)}${'Express'.padStart(10)}   mock / Express (lowest to highest)`,
    )
    for (const scenario of scenarios)
      await report(
        scenario,
        () => measure(mock.url, scenario),
        () => measure(express.url, scenario),
      )
  } finally {
    mock.child.kill()
    express.child.kill()
  }
}

async function start(name) {
  const child = fork(fileURLToPath(import.meta.url), [name])
  const [{ url }] = await once(child, 'message')
  return { child, url }
}

async function report({ name }, mock, express) {
  await mock()
  await express()
  const turns = []
  for (let round = 0; round < rounds; round++) {
    const first = round % 2 === 0
    const a = await (first ? mock : express)()
    const b = await (first ? express : mock)()
    turns.push(first ? { mock: a, express: b } : { mock: b, express: a })
  }
  const ratios = turns.map((turn) => turn.mock / turn.express).sort((a, b) => a - b)
  const of = (key) => median(turns.map((turn) => turn[key])).toFixed(0)
  const spread = `${ratios[0].toFixed(2)} to ${ratios.at(-1).toFixed(2)}`
  console.log(
    `${name.padEnd(22)}${of('mock').padStart(8)}${of('express').padStart(10)}   ${median(ratios).toFixed(2)} (${spread})`,
  )
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]
}
