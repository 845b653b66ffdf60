import { readdir, readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import type { HttpResponse } from '../../spec/http.ts'
import type { Hosted } from './control.ts'
import { metricsPart } from './metrics.ts'
import { controlPath } from './paths.ts'

/** The control plane where there is Node: figures of the process, and the page from its files. */
export function createHosted(): Hosted {
  let names: Promise<ReadonlySet<string>> | undefined
  return {
    parts: [metricsPart],
    page: async (path) => {
      // Its files are named relative to the page.
      if (path === '') return redirect
      const name = path === '/' ? 'index.html' : path.slice(1)
      names ??= namesOfFiles()
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

async function namesOfFiles(): Promise<ReadonlySet<string>> {
  const names = await readdir(folder)
  return new Set(names.filter((name) => extname(name) in types))
}

const redirect: HttpResponse = {
  status: 308,
  headers: { Location: `${controlPath}/`, 'Content-Length': '0' },
  body: undefined,
}

/** Nothing from elsewhere, nothing inline, and no page of others around it. */
const policy = [
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
      'Content-Security-Policy': policy,
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
    },
    body,
  }
}
