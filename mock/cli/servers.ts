import type { Document } from '../../spec/document.ts'
import { isObject, ownText } from '../../spec/util/object.ts'

interface ServerUrl {
  readonly url: string
  readonly description: string
}

/** The servers of a document with absolute URLs that have no variables. */
export function absoluteServers({ root }: Document): readonly ServerUrl[] {
  const servers: readonly unknown[] = Array.isArray(root.servers) ? root.servers : []
  return servers.flatMap((server) => {
    const url = isObject(server) ? ownText(server, 'url') : undefined
    if (url === undefined || !/^https?:[^{]+$/.test(url) || !URL.canParse(url)) return []
    return [{ url, description: (isObject(server) ? ownText(server, 'description') : undefined) ?? '' }]
  })
}

/** The server whose data may be changed by a test: a local one, or else one for tests. Undefined if there is none. */
export function safeServerOf(document: Document): string | undefined {
  const servers = absoluteServers(document)
  return (servers.find(isLocal) ?? servers.find(isForTests))?.url
}

const isLocal = ({ url }: ServerUrl): boolean =>
  /^(?:localhost|127(?:\.\d+){3}|\[::1\]|.+\.(?:localhost|local|test))$/.test(new URL(url).hostname)

const testNames = /^(?:staging|stage|stg|sandbox|test|testing|dev|development|qa|uat|preprod)$/

/** Whether a label of the host's name below its domain, or the description, says that it is for tests. */
function isForTests({ url, description }: ServerUrl): boolean {
  const labels = new URL(url).hostname.split('.').slice(0, -2)
  if (labels.some((label) => label.split('-').some((word) => testNames.test(word)))) return true
  return (
    /\b(?:staging|sandbox|test|testing|development|local)\b/i.test(description) &&
    !/\b(?:prod|production|live)\b/i.test(description)
  )
}
