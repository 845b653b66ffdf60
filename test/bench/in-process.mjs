import { median, printTable } from './report.mjs'
import { rows } from './rows.mjs'

/** Measures the CPU time per request of `mock.handle` without HTTP, by number of records. */
export async function measureInProcess({ records, rounds, requests }) {
  const { createMock } = await import('../../dist/mock/index.js')
  const lines = [['CPU µs/request', ...records.map((count) => `${count.toLocaleString('en')} records`)]]
  const columns = []
  for (const count of records) {
    const mock = await createMock({ world: worldOf(count) })
    columns.push(await measureRows(mock, count, rounds, requests))
    await mock.close()
  }
  const names = [...rows.map(({ name }) => name), ...filters.map(({ name }) => name)]
  for (const [index, name] of names.entries()) lines.push([name, ...columns.map((column) => column[index])])
  printTable('In process', lines)
}

/** Lists that would be slow if they scanned all records. */
const filters = [
  { name: 'GET list by status', path: '/pets?limit=20&status=sold', status: 200 },
  { name: 'GET list by two filters', path: '/pets?limit=20&status=sold&categoryId=3', status: 200 },
  { name: 'GET last page', path: '/pets?limit=20&offset={last}', status: 200 },
]

/** Requests before the measurement. */
const warmUp = 15_000

async function measureRows(mock, count, rounds, requests) {
  const figures = []
  for (const { path, method = 'GET', headers = {}, body, status } of [...rows, ...filters]) {
    const [target, query = ''] = path.replace('{last}', String(count - 20)).split('?')
    const content = body === undefined ? undefined : new TextEncoder().encode(body)
    // A new object for each request, as from a server.
    const request = () => ({
      method,
      path: target,
      query,
      headers: { host: '127.0.0.1', connection: 'keep-alive', ...headers },
      body: content,
    })
    const turn = async () => {
      const before = process.cpuUsage()
      for (let index = 0; index < requests; index++) {
        const answer = await mock.handle(request())
        if (answer.status !== status) throw new Error(`${method} ${path}: ${answer.status}, not ${status}.`)
      }
      const { user, system } = process.cpuUsage(before)
      return (user + system) / requests
    }
    for (let warm = 0; warm < warmUp; warm += requests) await turn()
    const turns = []
    for (let round = 0; round < rounds; round++) turns.push(await turn())
    figures.push(median(turns).toFixed(1))
  }
  return figures
}

function worldOf(count) {
  const statuses = ['available', 'pending', 'sold']
  const pets = Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    name: `Pet ${index + 1}`,
    categoryId: 1 + (index % 5),
    status: statuses[index % 3],
  }))
  const categories = Array.from({ length: 5 }, (_, index) => ({ id: index + 1, name: `Kind ${index + 1}` }))
  return { '/pets': pets, '/categories': categories }
}
