// How fast the mock is: beside `node:http` and bare Express 5, which send the same bytes as constants, and with --peers
// beside other mocks. What is compared takes turns, so that whatever else the machine does hits all: read the ratios.
import { cpus, availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { compareOverHttp } from './over-http.mjs'
import { measureInProcess } from './in-process.mjs'
import { installPeers } from './peers.mjs'
import { compareStartUps } from './start-up.mjs'
import { compareLoading } from './loading.mjs'
import { measureMemory } from './memory.mjs'

const parts = {
  http: compareOverHttp,
  'in-process': measureInProcess,
  start: compareStartUps,
  document: compareLoading,
  memory: measureMemory,
}

const help = `npm run bench -- [options]
  --only <parts>       of ${Object.keys(parts).join(', ')}; by default all but memory
  --rows <names>       rows of the table over HTTP that begin like this: 'GET one,POST'
  --peers              Prism, Mockoon and json-server too, installed into a folder for temporary files
  --rounds <n>         turns of each (5)
  --requests <n>       requests in a turn (4000)
  --connections <n>    at a time (16)
  --records <list>     sizes of the world in process (30,10000,1000000)
  --total <n>          requests of the memory part (1000000)
  --document <file>    for the document part, instead of one of 3 MB that is made up; --asked is a path of it`

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
console.log(`${options.rounds} rounds in turns; CPU is user and system time of the server's process`)
for (const name of chosen) await parts[name](options)
