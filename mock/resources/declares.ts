import { responseFor, type Operation } from '../../spec/document.ts'

/** Whether the operation declares exactly this status. */
export function declares(operation: Operation | undefined, status: number): boolean {
  return operation !== undefined && responseFor(operation, status)?.status === String(status)
}
