import { writeFile } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { stringifyJson, type JsonObject } from '../spec/json.ts'
import { messageOf } from '../spec/util/error-message.ts'
import { documentOf, type DocumentSource } from './api/document-source.ts'
import { createRoute } from './api/route.ts'
import { clientDefaults, normalizeTarget } from './client/client.ts'
import { tool } from './engine/tool.ts'
import { runDefaults, type RunOptions } from './options.ts'
import { createPlan } from './plan.ts'
import type { ExchangeSummary } from './proxy/exchange-summary.ts'
import { createUpstream, forward, type Upstream } from './proxy/forward.ts'
import { createHarFile, type HarFile } from './proxy/har-file.ts'
import { createTrafficJudge } from './proxy/judge.ts'
import { createObserver, type Observer } from './proxy/observer.ts'
import { createSecondOpinion } from './proxy/second-opinion.ts'
import { ProxyError, startProxyServer } from './proxy/server.ts'
import { createTraffic } from './proxy/traffic.ts'
import { createWorldRecorder } from './proxy/world-recorder.ts'
import type { Recording } from './recording.ts'

export interface ProxyOptions {
  /** Base URL of the API that requests are passed on to. */
  readonly upstream: string | URL
  /** The Pet Store by default. */
  readonly document?: DocumentSource
  /** Default 4011; 0 takes any free one. */
  readonly port?: number
  /** Default 127.0.0.1. */
  readonly host?: string
  /** File for an HTTP Archive of all traffic. */
  readonly record?: string
  /** File for a world of the records in the traffic, which the mock can serve. Written when the proxy is closed. */
  readonly world?: string
  /** Whether to compare verdicts with `@stoplight/prism-http`. */
  readonly secondOpinion?: boolean
  /** How many bytes of each body are judged; all of them are forwarded. Default 8 MiB. */
  readonly maxBytes?: number
  /** The least severity that breaks the contract. Default `error`. */
  readonly failOn?: RunOptions['failOn']
  /** Called after each exchange. */
  readonly onExchange?: (exchange: ExchangeSummary) => void
}

export interface RunningProxy {
  /** `http://127.0.0.1:4011`. */
  readonly url: string
  /** Waits some seconds at most for exchanges in progress, then resolves with the recording of all traffic. */
  close(): Promise<Recording>
}

/** Milliseconds that exchanges in progress may take when the proxy is closed. */
const closeTimeout = 5000

/**
 * Starts a proxy that forwards real traffic to an API and judges each exchange by the document. Rejects when the document cannot be
 * used (`SpecError`), the address is in use or a file cannot be written (`ProxyError`), or the second opinion is not available
 * (`SecondOpinionError`).
 */
export async function startProxy(options: ProxyOptions): Promise<RunningProxy> {
  const {
    port = 4011,
    host = '127.0.0.1',
    maxBytes = clientDefaults.maxBytes,
    failOn = runDefaults.failOn,
  } = options
  const document = await documentOf(options.document)
  const { api, operations } = createPlan(document, { ...runDefaults, phases: [] })
  const target = normalizeTarget(new URL(options.upstream))
  const second = options.secondOpinion === true ? await createSecondOpinion(document) : undefined
  const har = options.record === undefined ? undefined : await openArchive(options.record)
  const world = options.world === undefined ? undefined : createWorldRecorder(api.model)
  if (options.world !== undefined) await writeWorld(options.world, {})
  const judge = createTrafficJudge(api, createRoute(document, api.router), maxBytes)
  const observer = createObserver({
    target,
    judge,
    traffic: createTraffic({ api, operations, target, failOn }),
    har,
    world,
    second,
  })
  const upstream = createUpstream(target, maxBytes)
  const relay = createRelay(upstream, observer, options.onExchange)
  try {
    const server = await startProxyServer({
      host,
      port,
      onRequest: relay.onRequest,
      onRefused: observer.note,
    })
    return {
      url: server.url,
      async close() {
        await server.stop(closeTimeout)
        await relay.settled()
        upstream.agent.destroy()
        await har
          ?.close()
          .catch((error: unknown) => observer.note(`The archive could not be written: ${String(error)}.`))
        if (options.world !== undefined)
          await writeWorld(options.world, world?.world() ?? {}).catch((error: ProxyError) =>
            observer.note(error.message),
          )
        return observer.finish()
      },
    }
  } catch (error) {
    await har?.close()
    throw error
  }
}

/** Writes the world. Rejects with a `ProxyError` when that is impossible. */
async function writeWorld(path: string, world: JsonObject): Promise<void> {
  try {
    await writeFile(path, `${stringifyJson(world, 2)}\n`)
  } catch (error) {
    throw new ProxyError(`The world cannot be written: ${messageOf(error)}.`, { cause: error })
  }
}

async function openArchive(path: string): Promise<HarFile> {
  try {
    return await createHarFile(path, { name: tool.tool, version: tool.version })
  } catch (error) {
    throw new ProxyError(`The archive cannot be written: ${messageOf(error)}.`, { cause: error })
  }
}

interface Relay {
  readonly onRequest: RequestListener
  /** Resolves when every exchange that has begun has been observed. */
  settled(): Promise<void>
}

function createRelay(upstream: Upstream, observer: Observer, onExchange: ProxyOptions['onExchange']): Relay {
  const pending = new Set<Promise<void>>()
  const relay = async (...[incoming, outgoing]: Parameters<RequestListener>): Promise<void> => {
    const passage = await forward(upstream, incoming, outgoing)
    try {
      const exchange = observer.observe(passage)
      onExchange?.(exchange)
    } catch (error) {
      // The exchange itself was successful, and the next ones must not be held up.
      observer.note(`An exchange could not be judged: ${String(error)}`)
    }
  }
  return {
    onRequest(incoming, outgoing) {
      const work = relay(incoming, outgoing).finally(() => pending.delete(work))
      pending.add(work)
    },
    async settled() {
      await Promise.all(pending)
    },
  }
}
