import { ask, h } from './dom.js'

/** The control plane refuses, or cannot be reached. */
class Refusal extends Error {
  constructor(status, { message, code, details = [] }) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
  }
}

const stored = 'stablehand-control-token'
const token = () => sessionStorage.getItem(stored)

const headers = (more = {}) => ({ ...more, ...(token() && { Authorization: `Bearer ${token()}` }) })

/** Asks the control plane; `path` is below `/_mock/`. Resolves with the JSON of the answer. */
export async function control(method, path, body) {
  const response = await fetch(path, {
    method,
    headers: headers(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  }).catch(() => {
    throw new Refusal(0, { message: 'The mock does not answer.' })
  })
  const text = await response.text()
  const json = text === '' ? undefined : parsed(text)
  if (response.ok) return json
  if (response.status === 401 && (await askForToken())) return control(method, path, body)
  throw new Refusal(response.status, json ?? { message: `${response.status} ${response.statusText}` })
}

function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return { message: text }
  }
}

let asking

/** One dialog for all requests that are refused meanwhile. */
function askForToken() {
  asking ??= tokenFromPerson().finally(() => {
    asking = undefined
  })
  return asking
}

async function tokenFromPerson() {
  const input = h('input', { id: 'token', type: 'password', autocomplete: 'off', required: true })
  const answer = await ask(
    'This mock is steered with a token',
    h('p', { class: 'field' }, h('label', { for: 'token' }, 'What --control-token says'), input),
    [
      { label: 'Use it', value: 'ok', kind: 'primary' },
      { label: 'Cancel', value: '' },
    ],
  )
  if (answer !== 'ok') return false
  sessionStorage.setItem(stored, input.value)
  return true
}

/** Calls `hear` for every exchange from the one after `after` on; resolves when the connection ends. */
export async function listen(after, hear, connected) {
  const response = await fetch('journal/events', {
    headers: headers({ Accept: 'text/event-stream', 'Last-Event-ID': String(after) }),
  })
  if (!response.ok) throw new Refusal(response.status, parsed(await response.text()))
  connected()
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    const events = (rest + next.value).split('\n\n')
    rest = events.pop()
    for (const event of events) {
      const data = /^data: (.*)$/m.exec(event)?.[1]
      if (data !== undefined) hear(JSON.parse(data))
    }
  }
}

/** Sends a request to the API itself; `path` begins with a slash. */
export async function api(method, path, { headers: sent, body } = {}) {
  const response = await fetch(`..${path}`, { method, headers: sent, ...(body !== undefined && { body }) })
  const text = await response.text()
  return {
    status: response.status,
    headers: [...response.headers],
    text,
  }
}
