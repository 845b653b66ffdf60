/** Whether a stream is a terminal that wants colours (https://no-color.org). */
export function hasColors(stream: NodeJS.WriteStream): boolean {
  return stream.isTTY && process.env['NO_COLOR'] === undefined
}
