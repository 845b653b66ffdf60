import type { PhaseName } from '../../../contracts/events.ts'
import { runContract } from '../../../contracts/index.ts'

// Servers whose documents are generated from their code, and say less than the code demands.

export const text: object = { type: 'string' }
const json = (schema: object): object => ({ content: { 'application/json': { schema } } })
export const body = (schema: object): object => ({ requestBody: { required: true, ...json(schema) } })
export const answers = (status: number, schema: object): object => ({
  responses: {
    [status]: { description: 'Fine', ...json(schema) },
    ...Object.fromEntries([400, 401, 404].map((refusal) => [refusal, { description: 'Refused' }])),
  },
})
export const documentOf = (paths: object): object => ({
  openapi: '3.0.0',
  info: { title: 'Help desk', version: '1' },
  paths,
})
export const empty = (status: number): Response => new Response(null, { status })

export interface ReceivedRequest {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly body: Readonly<Record<string, unknown>>
}

export interface CheckResult {
  readonly findings: readonly string[]
  readonly severities: readonly string[]
  /** The accepted requests, by method and path. */
  readonly taken: ReadonlySet<string>
}

/** Checks a server that answers every request in this way. */
export async function check(
  paths: object,
  answer: (request: ReceivedRequest) => Response,
  phases: readonly PhaseName[] = ['coverage'],
): Promise<CheckResult> {
  const taken = new Set<string>()
  const { findings } = await runContract({
    document: documentOf(paths),
    phases,
    workers: 1,
    async target(request: Request) {
      const { method } = request
      const { pathname: path, search: query } = new URL(request.url)
      const text = await request.text()
      let sent: unknown = {}
      try {
        sent = text === '' ? {} : JSON.parse(text)
      } catch {
        return empty(400)
      }
      const isObject = typeof sent === 'object' && sent !== null
      const response = answer({
        method,
        path,
        query,
        body: (isObject ? sent : {}) as ReceivedRequest['body'],
      })
      if (response.ok) taken.add(`${method} ${path}`)
      return response
    },
  })
  return {
    findings: findings.map(({ check, message }) => `${check}: ${message}`),
    severities: findings.map(({ severity }) => severity),
    taken,
  }
}

interface ObjectSchema {
  readonly type: string
  readonly required: readonly string[]
  readonly properties: Readonly<Record<string, object>>
}
export const ticket: ObjectSchema = {
  type: 'object',
  required: ['id', 'title'],
  properties: { id: { type: 'integer' }, title: text },
}
export const draft: ObjectSchema = { ...ticket, required: ['title'], properties: { title: text } }
