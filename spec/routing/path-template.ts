/** The names of a path template's parameters, in order, including those in its query and fragment. */
export function parameterNames(template: string): readonly string[] {
  return [...template.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name)
}

/** The last segment of a path, which may have a slash at its end: `pets` for `/pets/`. */
export const lastPart = (path: string): string => /([^/]*)\/?$/.exec(path)?.[1] ?? ''

/** Whether the last segment of a path is a parameter, or ends in one: `/pets/{id}`, `/pets/{id}/`. */
export const endsInParameter = (path: string): boolean => lastPart(path).endsWith('}')

/** A path without its last segment: `/pets` for `/pets/{id}` and `/pets/{id}/`. */
export const pathAbove = (path: string): string => path.replace(/\/[^/]*\/?$/, '')

/** A path without a slash at its end. */
export const withoutSlash = (path: string): string => path.replace(/\/+$/, '')

/** A path template without parameter names, trailing slash, query and fragment: `/answers/{}` for `/answers/{id}?beta=true`. */
export function shapeOf(template: string): string {
  return template.replace(/\/?(?:[?#].*)?$/, '').replaceAll(/\{[^{}]+\}/g, '{}')
}
