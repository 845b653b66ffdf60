/** The base path of the control API, reserved in documents. */
export const controlPath = '/_mock'

/** Whether a path belongs to the control API. */
export function isControlPath(path: string): boolean {
  return (
    path.startsWith(controlPath) && (path.length === controlPath.length || path[controlPath.length] === '/')
  )
}
