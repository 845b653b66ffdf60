import { responseFor, type Operation } from '../../spec/document.ts'

/** Whether the operation declares exactly this status. */
export const declares = (operation: Operation | undefined, status: number): boolean =>
  operation !== undefined && responseFor(operation, status)?.status === String(status)
