import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'

const local = (name) => fileURLToPath(new URL(name, import.meta.url))

/** A Node process that can be asked for its CPU time (µs, user and system) and memory (bytes). */
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

/** The next message of a process that has this member: it may send others of its own. Rejects when it ends instead. */
export function message(child, member) {
  return new Promise((resolve, reject) => {
    const ended = (code) => reject(new Error(`${child.spawnargs.join(' ')} ended with ${code}.`))
    const heard = (value) => {
      if (value?.[member] === undefined) return
      child.off('exit', ended)
      child.off('message', heard)
      resolve(value)
    }
    child.once('exit', ended)
    child.on('message', heard)
  })
}

/** A server of serve.mjs. */
export async function startServed(role, answers, nodeArgs = []) {
  const env = answers === undefined ? {} : { ANSWERS: JSON.stringify(answers) }
  const started = startProcess([local('./serve.mjs'), role], { nodeArgs, env })
  const { url } = await message(started.child, 'url')
  return { ...started, name: role, url }
}

/** A server that is a command, with `{port}` among its arguments; resolves once it has answered `path`. */
export async function startCommand({ name, args, env }, path) {
  const port = await freePort()
  const started = startProcess(
    args.map((arg) => arg.replace('{port}', String(port))),
    { env },
  )
  const url = `http://127.0.0.1:${port}`
  const gone = once(started.child, 'exit').then(([code]) => {
    throw new Error(`${name} ended with ${code}.`)
  })
  await Promise.race([gone, answered(url + path)])
  gone.catch(() => {})
  return { ...started, name, url }
}

/** Refused connections cost the process that is starting nothing. */
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
