// Measures the mock against `node:http` and bare Express 5 sending the same bytes as constants and, with --peers, against
// other mocks. Servers take turns, so that other load on the machine affects all of them: compare the ratios.
import { cpus, availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { measureInProcess } from './in-process.mjs'
import { compareLoading } from './loading.mjs'
import { measureMemory } from './memory.mjs'
import { compareOverHttp } from './over-http.mjs'
import { installPeers } from './peers.mjs'
import { compareStartUps } from './start-up.mjs'

const parts = {
  http: compareOverHttp,
  'in-process': measureInProcess,
  start: compareStartUps,
  document: compareLoading,
  memory: measureMemory,
}

const help = `npm run bench -- [options]
  --only <parts>       comma-separated: ${Object.keys(parts).join(', ')} (all but memory)
  --rows <prefixes>    only these rows of the HTTP table: 'GET one,POST'
  --peers              include Prism, Mockoon and json-server, installed into a temporary folder
  --rounds <n>         measurements of each server (5)
  --requests <n>       requests per measurement (4000)
  --connections <n>    concurrent connections (16)
  --records <list>     numbers of records for the in-process part (30,10000,1000000)
  --total <n>          requests for the memory part (1000000)
  --document <file>    for the document part, instead of a generated one of 3 MB
  --asked <path>       path to request from --document (/)`

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'http,in-process,start,document' },
    rows: { type: 'string', default: '' },
    peers: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '5' },
    requests: { type: 'string', default: '4000' },
    connections: { type: 'string', default: '16' },
    records: { type: 'string', default: '30,10000,1000000' },
    total: { type: 'string', default: '1000000' },
    document: { type: 'string' },
    asked: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

const chosen = values.only.split(',')
const unknown = chosen.find((name) => !Object.hasOwn(parts, name))
if (values.help || unknown !== undefined) {
  console.log(help)
  process.exit(values.help ? 0 : 2)
}

const options = {
  rows: values.rows.split(','),
  peers: values.peers ? installPeers() : undefined,
  rounds: Number(values.rounds),
  requests: Number(values.requests),
  connections: Number(values.connections),
  records: values.records.split(',').map(Number),
  total: Number(values.total),
  document: values.document,
  asked: values.asked,
}
console.log(`Node ${process.version}, ${cpus()[0]?.model ?? 'unknown processor'} × ${availableParallelism()}`)
console.log(
  `${options.rounds} rounds, servers taking turns; CPU is the user and system time of the server process`,
)
for (const name of chosen) await parts[name](options)
