/** Where the control plane is: no document may have a path there. */
export const controlPath = '/_mock'

/** Whether a path is the control plane's, or below it. */
export function isControlPath(path: string): boolean {
  return (
    path.startsWith(controlPath) && (path.length === controlPath.length || path[controlPath.length] === '/')
  )
}
