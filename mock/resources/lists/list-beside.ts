import { pathAbove } from '../../../spec/routing/path-template.ts'

/** The path of the list that a path is another form of: `/employees` for `/employees/export` and `/employees.csv`. */
export const listBeside = (path: string): string =>
  path.endsWith('.csv') ? path.slice(0, -'.csv'.length) : pathAbove(path)
