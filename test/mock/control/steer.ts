import { createMock, type Mock, type MockOptions } from '../../../mock/index.ts'
import { header } from '../../../spec/http.ts'
import { decodeUtf8, parseJson, stringifyJson, type Json } from '../../../spec/json.ts'

interface Sending {
  readonly json?: Json
  readonly headers?: Readonly<Record<string, string>>
  /** IP address of the client. */
  readonly client?: string
}

interface Answer {
  readonly status: number
  readonly text: string
  readonly field: (name: string) => string | undefined
  /** The JSON body. */
  readonly json: Readonly<Record<string, never>>
}

export interface Steered {
  readonly mock: Mock
  /** Sends a request to the mock or its control plane. */
  readonly ask: (method: string, target: string, sending?: Sending) => Promise<Answer>
}

/** A mock that validates the responses of its control plane too. */
export async function steer(options: MockOptions = {}): Promise<Steered> {
  const mock = await createMock({ selfCheck: 'throw', ...options })
  return {
    mock,
    ask: async (method, target, sending = {}) => read(await send(mock, method, target, sending)),
  }
}

function send(
  mock: Mock,
  method: string,
  target: string,
  { json, headers = {}, client }: Sending,
): ReturnType<Mock['handle']> {
  const [path = '', query = ''] = target.split('?')
  return mock.handle({
    method,
    path,
    query,
    headers: { ...(json !== undefined && { 'content-type': 'application/json' }), ...headers },
    body: json === undefined ? undefined : new TextEncoder().encode(stringifyJson(json)),
    client,
  })
}

function read({ status, headers, body = '' }: Awaited<ReturnType<Mock['handle']>>): Answer {
  const text = typeof body === 'string' ? body : (decodeUtf8(body) ?? '')
  return {
    status,
    text,
    field: (name) => header(headers, name),
    get json() {
      const reading = parseJson(text)
      if (reading.kind === 'malformed') throw new Error(reading.message)
      return reading.value as Answer['json']
    },
  }
}
