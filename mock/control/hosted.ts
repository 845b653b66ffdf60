import { readdir, readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import type { HttpResponse } from '../../spec/http.ts'
import type { Hosted } from './control.ts'
import { metricsPart } from './metrics.ts'
import { controlPath } from './paths.ts'

/** The parts of the control API that need Node: process metrics, and the console page. */
export function createHosted(): Hosted {
  let names: Promise<ReadonlySet<string>> | undefined
  return {
    parts: [metricsPart],
    page: async (path) => {
      // The page refers to its files by relative URLs.
      if (path === '') return redirect
      const name = path === '/' ? 'index.html' : path.slice(1)
      names ??= fileNames()
      return (await names).has(name) ? file(name) : undefined
    },
  }
}

const folder = new URL('../console/', import.meta.url)

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

async function fileNames(): Promise<ReadonlySet<string>> {
  const names = await readdir(folder)
  return new Set(names.filter((name) => extname(name) in types))
}

const redirect: HttpResponse = {
  status: 308,
  headers: { Location: `${controlPath}/`, 'Content-Length': '0' },
  body: undefined,
}

/** No resources of other origins, nothing inline, no framing. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

async function file(name: string): Promise<HttpResponse> {
  const body = await readFile(new URL(name, folder))
  return {
    status: 200,
    headers: {
      'Content-Type': types[extname(name)],
      'Content-Length': String(body.length),
      'Cache-Control': 'no-cache',
      'Content-Security-Policy': contentSecurityPolicy,
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
    },
    body,
  }
}
