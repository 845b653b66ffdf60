/** Whether a stream is a terminal that wants colours (https://no-color.org). */
export function hasColors(stream: NodeJS.WriteStream): boolean {
  // `isTTY` is undefined off a terminal.
  return stream.isTTY ? process.env['NO_COLOR'] === undefined : false
}
