import { setImmediate } from 'node:timers'

/** Parts in which time is counted. */
const parts = 10

/**
 * Calls back when something has not come within so many milliseconds; what it returns calls that off. While this process
 * is busy it hears nothing, and what came meanwhile is heard after the timers that are due: so such a time counts as a
 * tenth at most, and what is there is heard before anything is called late.
 */
export function whenOverdue(milliseconds: number, callBack: () => void): () => void {
  let left = parts
  let isOff = false
  let timer: NodeJS.Timeout
  const wait = (): void => {
    timer = setTimeout(() => {
      left -= 1
      if (left > 0) wait()
      else setImmediate(() => isOff || callBack())
    }, milliseconds / parts)
  }
  wait()
  return () => {
    isOff = true
    clearTimeout(timer)
  }
}
