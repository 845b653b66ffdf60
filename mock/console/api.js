import { ask, h } from './dom.js'

/** An error response of the control API; status 0 if it cannot be reached. */
class ControlError extends Error {
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

/** Sends a request to the control API; `path` is relative to `/_mock/`. Resolves with the JSON of the response. */
export async function control(method, path, body) {
  const response = await fetch(path, {
    method,
    headers: headers(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  }).catch(() => {
    throw new ControlError(0, { message: 'The mock is not reachable.' })
  })
  const text = await response.text()
  const json = text === '' ? undefined : parsed(text)
  if (response.ok) return json
  if (response.status === 401 && (await askForToken())) return control(method, path, body)
  throw new ControlError(response.status, json ?? { message: `${response.status} ${response.statusText}` })
}

function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return { message: text }
  }
}

let asking

/** Shows one dialog, however many requests need the token. */
function askForToken() {
  asking ??= promptForToken().finally(() => {
    asking = undefined
  })
  return asking
}

async function promptForToken() {
  const input = h('input', { id: 'token', type: 'password', autocomplete: 'off', required: true })
  const answer = await ask(
    'Control token required',
    h('p', { class: 'field' }, h('label', { for: 'token' }, 'Value of --control-token'), input),
    [
      { label: 'Continue', value: 'ok', kind: 'primary' },
      { label: 'Cancel', value: '' },
    ],
  )
  if (answer !== 'ok') return false
  sessionStorage.setItem(stored, input.value)
  return true
}

/** Calls `onEntry` for every exchange after the given id. Resolves when the connection ends. */
export async function listen(after, onEntry, onConnected) {
  const response = await fetch('journal/events', {
    headers: headers({ Accept: 'text/event-stream', 'Last-Event-ID': String(after) }),
  })
  if (!response.ok) throw new ControlError(response.status, parsed(await response.text()))
  onConnected()
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    const events = (rest + next.value).split('\n\n')
    rest = events.pop()
    for (const event of events) {
      const data = /^data: (.*)$/m.exec(event)?.[1]
      if (data !== undefined) onEntry(JSON.parse(data))
    }
  }
}

/** Sends a request to the mocked API; `path` starts with a slash. */
export async function api(method, path, { headers: sent, body } = {}) {
  const response = await fetch(`..${path}`, { method, headers: sent, ...(body !== undefined && { body }) })
  const text = await response.text()
  return {
    status: response.status,
    headers: [...response.headers],
    text,
  }
}
