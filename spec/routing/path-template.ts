/** Names of a path template's parameters, in order; those of its query and fragment too. */
export function parameterNames(template: string): readonly string[] {
  return [...template.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name)
}

/** A path template without names and a slash at its end, and without what tells it apart beside, as in `/answers/{id}?beta=true`. */
export function shapeOf(template: string): string {
  return template.replace(/\/?(?:[?#].*)?$/, '').replaceAll(/\{[^{}]+\}/g, '{}')
}
