const options =
  /^(?:key|token|api[-_]?key|access[-_]?token|auth\w*|fields|expand|include|format|pretty|callback|locale|lang(?:uage)?|(?:api[-_]?)?version|dry[-_]?run|limit|page|offset|sort|order|filter|q)$/i

/** Whether a query parameter says how to answer, or who asks. */
export const isOption = (name: string): boolean => options.test(name)
