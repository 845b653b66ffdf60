import { setImmediate } from 'node:timers'

/** The number of timers that a deadline is divided into. */
const parts = 10

/**
 * Calls back after a number of milliseconds unless the returned function is called before. Node runs due timers before it delivers
 * pending I/O, so a busy process could miss a response that arrived in time. Therefore the time is counted in parts, each of which a
 * busy period uses up at most once, and pending I/O is delivered before the callback.
 */
export function onDeadline(milliseconds: number, callback: () => void): () => void {
  let left = parts
  let isCancelled = false
  let timer: NodeJS.Timeout
  const wait = (): void => {
    timer = setTimeout(() => {
      left -= 1
      if (left > 0) wait()
      else setImmediate(() => isCancelled || callback())
    }, milliseconds / parts)
  }
  wait()
  return () => {
    isCancelled = true
    clearTimeout(timer)
  }
}
