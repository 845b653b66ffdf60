import autocannon from 'autocannon'
import { startPeers } from './peers.mjs'
import { startServed } from './processes.mjs'
import { median, printTable, spread } from './report.mjs'
import { answersOf, rows } from './rows.mjs'

/** Measures requests per second and CPU time per request of each server, and the ratios of the mock to the others. */
export async function compareOverHttp({ rows: wanted, peers, rounds, requests, connections }) {
  const mock = await startServed('mock')
  const others = []
  try {
    const answers = await answersOf(mock.url)
    for (const role of ['node:http', 'express']) others.push(await startServed(role, answers))
    if (peers !== undefined) others.push(...(await startPeers(peers)))
    const names = ['mock', ...others.map(({ name }) => name)]
    const shares = others.map(({ name }) => `mock / ${name}`)
    const rates = [['requests/s', ...names, ...shares]]
    const costs = [['CPU µs/request', ...names, ...shares]]
    for (const row of rows.filter(({ name }) => wanted.some((begin) => name.startsWith(begin)))) {
      const figures = await compareRow(row, [mock, ...others], { rounds, requests, connections })
      rates.push([row.name, ...compared(figures, 'rate')])
      costs.push([row.name, ...compared(figures, 'cpu')])
      // The tables take minutes, and many with slow peers.
      console.error(costs.at(-1).join('  '))
    }
    const title = `Over HTTP, ${requests} requests per round, ${connections} connections`
    printTable(title, rates)
    printTable(title, costs)
  } finally {
    for (const { stop } of [mock, ...others]) await stop()
  }
}

/** Requests before the measurement, and the time limit for them in milliseconds, as peers may be slow. */
const warmUp = 15_000
const warmUpTime = 4_000

async function compareRow(row, servers, { rounds, requests, connections }) {
  const able = []
  for (const server of servers) able.push(await answers(server, row))
  const turn = (server) => measure(server, row, requests, connections)
  // Warms up first, since code that has not run often is slow.
  for (const [index, server] of servers.entries()) {
    const end = performance.now() + warmUpTime
    for (let warm = 0; able[index] && warm < warmUp && performance.now() < end; warm += requests)
      await turn(server)
  }
  const figures = servers.map(() => [])
  for (let round = 0; round < rounds; round++) {
    const order = [...servers.keys()]
    for (const index of round % 2 === 0 ? order : order.toReversed()) {
      if (able[index]) figures[index].push(await turn(servers[index]))
    }
  }
  return figures
}

/** Returns the medians of all servers and the ratios of the first to the others. */
function compared(figures, key) {
  const columns = figures.map((turns) => turns.map((turn) => turn[key]))
  const [own, ...others] = columns
  return [
    ...columns.map((values) => (values.length === 0 ? '-' : median(values).toFixed(0))),
    ...others.map((theirs) =>
      theirs.length === 0 ? '-' : spread(own.map((value, round) => value / theirs[round])),
    ),
  ]
}

/** Whether the server supports the request of the row. */
async function answers({ url, paths = {} }, { name, path, method = 'GET', headers = {}, body, status }) {
  const response = await fetch(url + (paths[name] ?? path), {
    method,
    headers,
    ...(body !== undefined && { body }),
  })
  await response.arrayBuffer()
  return response.status === status
}

async function measure(server, { name, path, method = 'GET', headers, body, status }, amount, connections) {
  const before = await server.meter()
  const started = performance.now()
  const run = autocannon({
    url: server.url + (server.paths?.[name] ?? path),
    connections,
    amount,
    method,
    headers,
    body,
  })
  // autocannon ends at a whole second, so the time of the last response is recorded.
  let last = started
  void run.on('response', () => (last = performance.now()))
  const result = await run
  const after = await server.meter()
  const answered = result.statusCodeStats[status]?.count ?? 0
  if (answered < amount || result.errors > 0) {
    const message = `${server.name}, ${name}: ${answered} of ${amount} responses were ${status}.`
    if (answered < amount * (server.leastAnswered ?? 1)) throw new Error(message)
    console.error(message)
  }
  return { cpu: (after.cpu - before.cpu) / amount, rate: (amount / (last - started)) * 1000 }
}
