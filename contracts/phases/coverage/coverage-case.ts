import type { Operation } from '../../../spec/document.ts'
import { slug, type Case } from '../../case.ts'

/** A case of one operation, in that operation's group. `where` is the last part of its path, `title` of its title. */
export function coverageCase(operation: Operation, where: string, title: string, run: Case['run']): Case {
  return {
    path: `coverage/${slug(operation.id)}/${where}`,
    phase: 'coverage',
    operation: operation.id,
    title: `${operation.method} ${operation.path} ${title}`,
    group: operation.id,
    run,
  }
}
