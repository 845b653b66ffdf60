import type { Operation, Parameter } from '../../../spec/document.ts'

/** The parameter that asks for related records: `expand=assignee`, `$expand=Category`, `expand[]=venue`, `populate=*`. */
export const expandParameter = ({ parameters }: Operation): Parameter | undefined =>
  parameters.find(
    ({ in: place, name }) =>
      place === 'query' && /^\$?(?:expand|include|embed|populate)(?:\[\])?$/i.test(name),
  )
