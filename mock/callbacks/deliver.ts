/** A request that the mock sends. */
export interface OutgoingRequest {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | undefined
}

/** Sends a request and resolves with the status of its answer. */
export type Send = (request: OutgoingRequest, signal: AbortSignal) => Promise<number>

/** How long each attempt may take, and the pauses between attempts, in milliseconds. */
const patience = 10_000
const pauses = [500, 2000, 8000]

/**
 * Sends a request until it is taken: after a failure, a 429 or a 5xx it is tried again after a while. Resolves with why it
 * was given up; undefined when it was taken, or when the signal has ended it.
 */
export async function deliver(
  request: OutgoingRequest,
  send: Send,
  signal: AbortSignal,
): Promise<string | undefined> {
  for (let attempt = 0; ; attempt += 1) {
    const failure = await attemptOnce(request, send, signal)
    if (failure === undefined || signal.aborted) return undefined
    const pause = failure.isFinal ? undefined : pauses[attempt]
    if (pause === undefined) return failure.reason
    await sleep(pause, signal)
    if (signal.aborted) return undefined
  }
}

interface Failure {
  readonly reason: string
  /** Whether another attempt would change nothing. */
  readonly isFinal: boolean
}

async function attemptOnce(
  request: OutgoingRequest,
  send: Send,
  signal: AbortSignal,
): Promise<Failure | undefined> {
  try {
    const status = await send(request, AbortSignal.any([signal, AbortSignal.timeout(patience)]))
    if (status >= 200 && status < 300) return undefined
    return { reason: `it was answered ${status}`, isFinal: status < 500 && status !== 429 }
  } catch (error) {
    return { reason: reasonOf(error), isFinal: false }
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const message = cause instanceof Error ? cause.message : String(cause)
  return (message === '' && cause instanceof Error && 'code' in cause ? String(cause.code) : message).replace(
    /\.$/,
    '',
  )
}

/** Neither keeps the process alive. */
function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer: unknown = setTimeout(resolve, milliseconds)
    if (typeof timer === 'object' && timer !== null && 'unref' in timer) (timer as { unref(): void }).unref()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

/** Sends over the network. A redirection is an answer like others: it could lead to a host that is not allowed. */
export const sendByFetch: Send = async ({ url, method, headers, body }, signal) => {
  const init = {
    method,
    headers,
    signal,
    redirect: 'manual',
    ...(body !== undefined && { body: body as BodyInit }),
  } as const
  const response = await fetch(url, init)
  await response.body?.cancel()
  return response.status
}
