import autocannon from 'autocannon'
import { startServed } from './processes.mjs'
import { printTable } from './report.mjs'
import { rows } from './rows.mjs'

/** Measures memory over many reads and refused requests, which must not grow beyond the bounds of the journal. */
export async function measureMemory({ total, connections }) {
  const mock = await startServed('mock', undefined, ['--expose-gc'])
  const requests = rows
    .filter(({ method, status }) => method !== 'POST' || status === 400)
    .map(({ path, method = 'GET', headers = {}, body }) => ({ path, method, headers, body }))
  const parts = 10
  const lines = [['requests', 'MB']]
  try {
    const addLine = async (done) => lines.push([done.toLocaleString('en'), megabytes(await mock.meter())])
    await addLine(0)
    for (let part = 1; part <= parts; part++) {
      await autocannon({ url: mock.url, connections, amount: total / parts, requests })
      await addLine((total / parts) * part)
    }
    printTable('Memory of the mock after garbage collection', lines)
  } finally {
    await mock.stop()
  }
}

const megabytes = ({ rss }) => (rss / 1024 / 1024).toFixed(0)
