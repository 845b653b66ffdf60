import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'

const local = (name) => fileURLToPath(new URL(name, import.meta.url))

/** Starts a Node process that reports its CPU time (µs, user and system) and memory (bytes) on request. */
export function startProcess(args, { nodeArgs = [], env = {} } = {}) {
  const child = spawn(process.execPath, [...nodeArgs, '--import', local('./meter.mjs'), ...args], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, ...env },
  })
  const meter = () => {
    child.send('meter')
    return message(child, 'cpu')
  }
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  return { child, meter, stop }
}

/** Waits for a message with this member, ignoring others. Rejects if the process exits. */
export function message(child, member) {
  return new Promise((resolve, reject) => {
    const ended = (code) => reject(new Error(`${child.spawnargs.join(' ')} exited with ${code}.`))
    const receive = (value) => {
      if (value?.[member] === undefined) return
      child.off('exit', ended)
      child.off('message', receive)
      resolve(value)
    }
    child.once('exit', ended)
    child.on('message', receive)
  })
}

/** Starts a server of serve.mjs. */
export async function startServed(role, answers, nodeArgs = []) {
  const env = answers === undefined ? {} : { ANSWERS: JSON.stringify(answers) }
  const started = startProcess([local('./serve.mjs'), role], { nodeArgs, env })
  const { url } = await message(started.child, 'url')
  return { ...started, name: role, url }
}

/** Starts a server by a command with `{port}` among its arguments, and resolves once it responds to `path`. */
export async function startCommand({ name, args, env }, path) {
  const port = await freePort()
  const started = startProcess(
    args.map((arg) => arg.replace('{port}', String(port))),
    { env },
  )
  const url = `http://127.0.0.1:${port}`
  const exited = once(started.child, 'exit').then(([code]) => {
    throw new Error(`${name} exited with ${code}.`)
  })
  await Promise.race([exited, answered(url + path)])
  exited.catch(() => {})
  return { ...started, name, url }
}

/** Polls until the URL responds. Refused connections cost the starting process no CPU time. */
async function answered(url) {
  for (;;) {
    try {
      await (await fetch(url, { headers: { connection: 'close' } })).arrayBuffer()
      return
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}
