import { ConfigError } from '../config/config-error.ts'

/** Reads the URL of an API. Throws a {@link ConfigError} that says what a URL should look like. */
export function targetUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && /^https?:$/.test(url.protocol)) return url
  const kind = /^[a-z][a-z0-9+.-]*:\/\/./i.test(text) ? 'an http or https URL' : 'a URL'
  const example = similarUrl(text) ?? 'http://localhost:8080'
  throw new ConfigError(`'${text}' is not ${kind}, such as ${example}.`)
}

/** What was probably meant by a host without a scheme. */
function similarUrl(text: string): string | undefined {
  const isHost = /^(?:localhost|[\w-]+(?:\.[\w-]+)+|\[[0-9a-f:]+\])(?::\d+)?(?:\/|$)/i.test(text)
  const isFile = /\.(?:ya?ml|json)$/i.test(text)
  return isHost && !isFile && URL.canParse(`http://${text}`) ? `http://${text}` : undefined
}
