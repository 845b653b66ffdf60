// Creates the V8 code caches of the bundle by running a mock and a check of it. See bundle.mjs.
import { createServer } from 'node:net'
import v8 from 'node:v8'
import { keep, load, loaded } from '../dist/load.mjs'

// V8 accepts a cache only under the flags it was created with. Bytecode of functions that have not run for a while is
// kept too. Flags the commands set are ignored here, as in Node 24 even a flag set and reset changes the version tag.
const { setFlagsFromString } = v8
setFlagsFromString('--no-flush-bytecode')
v8.setFlagsFromString = () => {}
const port = await freePort()
const url = `http://127.0.0.1:${port}`
run('mock', '--port', port)
await untilAnswered(`${url}/pets/1`)
await run('check', url)
if (process.exitCode) throw new Error(`The check of ${url} exited with ${process.exitCode}.`)
setFlagsFromString('--flush-bytecode')
keep()
process.exit(0)

/** Runs a command in this process, so that the caches contain what all of them need. */
function run(...words) {
  process.argv = [process.execPath, 'stablehand', ...words.map(String)]
  loaded.delete('cli.cjs')
  return load('cli.cjs').done
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = server.address()
      server.close(() => resolve(free))
    })
  })
}

async function untilAnswered(address) {
  const answered = await fetch(address).then(
    () => true,
    () => false,
  )
  if (!answered) {
    await new Promise((resolve) => setTimeout(resolve, 20))
    await untilAnswered(address)
  }
}
