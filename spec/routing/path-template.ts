/** The names of a path template's parameters, in order, including those in its query and fragment. */
export function parameterNames(template: string): readonly string[] {
  return [...template.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name)
}

/** A path template without parameter names, trailing slash, query and fragment: `/answers/{}` for `/answers/{id}?beta=true`. */
export function shapeOf(template: string): string {
  return template.replace(/\/?(?:[?#].*)?$/, '').replaceAll(/\{[^{}]+\}/g, '{}')
}
