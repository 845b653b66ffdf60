// Requests a second of the mock beside a bare Express app (`express.json()` and `res.json()`), as a ratio.
// Both are measured in turns, so that whatever else the machine does hits both: read the ratio, not the numbers.
// Then the time from the start of a process to its first answer, beside that to a document parsed and bundled.
// Options by environment: ROUNDS (5), SECONDS a turn (2), CONNECTIONS (16), DOCUMENT (one of 3 MB, made up)
// and ASKED, a path of it; ONLY=start for the latter alone.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
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

/** What a process does from its start: milliseconds are counted from there. */
const startUps = {
  async load(file) {
    const { loadDocument } = await import('../../dist/spec/load.js')
    await loadDocument(file)
  },
  async answer(file) {
    const { createMock } = await import('../../dist/mock/index.js')
    const { startServer } = await import('../../dist/mock/adapters/server.js')
    const { url } = await startServer(await createMock({ document: file }), { port: 0, host: '127.0.0.1' })
    await (await fetch(url + (process.env.ASKED ?? '/'))).arrayBuffer()
  },
}

const [role, file] = process.argv.slice(2)
if (role === undefined) {
  if (process.env.ONLY !== 'start') await compare()
  await compareStartUps()
} else if (Object.hasOwn(startUps, role)) {
  await startUps[role](file)
  process.send({ milliseconds: performance.now() })
} else process.send({ url: await servers[role]() })

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

/** Every turn in a process of its own, on an unseen document. */
async function compareStartUps() {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  try {
    const document = process.env.DOCUMENT ?? (await largeDocument(folder))
    const asked = process.env.ASKED ?? (process.env.DOCUMENT === undefined ? '/things-1' : '/')
    const measure = async (name) => {
      const child = fork(fileURLToPath(import.meta.url), [name, document], {
        env: { ...process.env, ASKED: asked },
      })
      const [{ milliseconds }] = await once(child, 'message')
      child.kill()
      return milliseconds
    }
    const turns = []
    for (let round = 0; round < rounds; round++) {
      turns.push({ load: await measure('load'), answer: await measure('answer') })
    }
    const ratios = turns.map(({ load, answer }) => answer / load).sort((a, b) => a - b)
    const of = (key) => `${median(turns.map((turn) => turn[key])).toFixed(0)} ms`
    console.log(
      `\n${'start-up'.padEnd(22)}${'answer'.padStart(8)}${'loaded'.padStart(10)}   first answer / parsed and bundled (lowest to highest)`,
    )
    console.log(
      `${document.split('/').at(-1).padEnd(22)}${of('answer').padStart(8)}${of('load').padStart(10)}   ${median(ratios).toFixed(2)} (${ratios[0].toFixed(2)} to ${ratios.at(-1).toFixed(2)})`,
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** 3 MB of YAML: hundreds of resources, of which each ten refer to one another. */
async function largeDocument(folder) {
  const { dump } = await import('js-yaml')
  const answer = (schema) => ({
    200: { description: 'What there is.', content: { 'application/json': { schema } } },
  })
  const paths = {}
  const schemas = {}
  for (let index = 1; index <= 300; index++) {
    const ref = { $ref: `#/components/schemas/Thing${index}` }
    const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } }
    schemas[`Thing${index}`] = {
      type: 'object',
      description: `One of the things that are known by the number ${index}. `.repeat(20),
      required: ['id', 'name'],
      properties: {
        id: { type: 'integer', readOnly: true },
        ...Object.fromEntries(
          ['name', ...Array.from({ length: 60 }, (_, at) => `note${at}`)].map((name) => [
            name,
            { type: 'string', description: `Its ${name}, which tells those who need it what it is about.` },
          ]),
        ),
        next: { $ref: `#/components/schemas/Thing${index % 10 === 0 ? index - 9 : index + 1}` },
      },
    }
    const body = { content: { 'application/json': { schema: ref } } }
    paths[`/things-${index}`] = {
      get: { responses: answer({ type: 'array', items: ref }) },
      post: { requestBody: body, responses: answer(ref) },
    }
    paths[`/things-${index}/{id}`] = { parameters: [id], get: { responses: answer(ref) } }
  }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Large', version: '1' },
    paths,
    components: { schemas },
  }
  writeFileSync(join(folder, 'large.yaml'), dump(document, { noRefs: true }))
  return join(folder, 'large.yaml')
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
