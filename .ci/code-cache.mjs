// Keeps what V8 makes of the bundle when it runs: a mock that answers, and a check of it. See bundle.mjs.
import { createServer } from 'node:net'
import v8 from 'node:v8'
import { keep, load, loaded } from '../dist/load.mjs'

// A cache is taken only where the same flags are set as when it was made. What has not run for a while is kept too; what
// the commands set must not hold here, as V8 of Node 24 is another one by a flag that was set and taken back.
const { setFlagsFromString } = v8
setFlagsFromString('--no-flush-bytecode')
v8.setFlagsFromString = () => {}
const port = await freePort()
const url = `http://127.0.0.1:${port}`
run('mock', '--port', port)
await untilAnswered(`${url}/pets/1`)
await run('check', url)
if (process.exitCode) throw new Error(`The check of ${url} ended with ${process.exitCode}.`)
setFlagsFromString('--flush-bytecode')
keep()
process.exit(0)

/** Another command in the same process, so that the caches hold what any of them needs. */
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
