import { InvalidArgumentError } from 'commander'

/** Parses `a.test, 127.0.0.1:9000`. */
export function parseHosts(text: string): readonly string[] {
  const hosts = text.split(',').map((host) => host.trim())
  const invalid = hosts.find(
    (host) =>
      !URL.canParse(`http://${host}`) || new URL(`http://${host}`).pathname !== '/' || /[/@?#]/.test(host),
  )
  if (invalid === undefined) return hosts
  throw new InvalidArgumentError(`'${invalid}' is not a host. Expected e.g. hooks.test or 127.0.0.1:9000.`)
}

export function parseJournalSize(text: string): number {
  if (/^\d{1,6}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Expected a number from 0 to 999999.')
}

const units = ['b', 'kb', 'mb', 'gb']

/** Parses `500kb`, `10mb` or `4096` into bytes. */
export function parseSize(text: string): number {
  const [, count, unit = 'b'] = /^(\d{1,9})(b|kb|mb|gb)?$/i.exec(text) ?? []
  if (count !== undefined) return Number(count) * 1024 ** units.indexOf(unit.toLowerCase())
  throw new InvalidArgumentError('Expected a size such as 500kb or 10mb.')
}

export function parsePort(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new InvalidArgumentError('Expected a port from 0 to 65535.')
}

/** Collects the values of an option that may be repeated. */
export function collect(value: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, value]
}

/** Validates an option with `parse`, which throws a MockOptionError, but keeps its text. */
export function checkedBy(parse: (text: string) => unknown): (text: string) => string {
  return (text) => {
    parse(text)
    return text
  }
}
