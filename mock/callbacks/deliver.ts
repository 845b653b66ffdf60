/** A request that the mock sends. */
export interface OutgoingRequest {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | undefined
}

/** Sends a request and resolves to the status of the response. */
export type Send = (request: OutgoingRequest, signal: AbortSignal) => Promise<number>

/** The timeout of each attempt, and the pauses between attempts, in milliseconds. */
const timeout = 10_000
const pauses = [500, 2000, 8000]

/**
 * Sends a request, with retries after a network error, a 429 or a 5xx. Resolves to the reason of the failure, or to undefined
 * after a 2xx response or when the signal is aborted.
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
  /** Whether a retry is pointless. */
  readonly isFinal: boolean
}

async function attemptOnce(
  request: OutgoingRequest,
  send: Send,
  signal: AbortSignal,
): Promise<Failure | undefined> {
  try {
    const status = await send(request, AbortSignal.any([signal, AbortSignal.timeout(timeout)]))
    if (status >= 200 && status < 300) return undefined
    return { reason: `the response was ${status}`, isFinal: status < 500 && status !== 429 }
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

/** Resolves after a time, or when the signal is aborted. Does not keep the process alive. */
function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer: unknown = setTimeout(resolve, milliseconds)
    if (typeof timer === 'object' && timer !== null && 'unref' in timer) (timer as { unref(): void }).unref()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

/** Sends over the network. Does not follow redirects, which could lead to a host that is not allowed. */
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
