import { isParameter, parseTemplate } from './template.ts'

/**
 * The values of the parameters in a text that is the path of an item, or its end: `4` and `7` for `projects/4/topics/7` and the item
 * path `/v1/projects/{project}/topics/{topic}`. Undefined if the text is not such a path.
 */
export function pathParametersIn(text: string, itemPath: string | undefined): readonly string[] | undefined {
  const parts = text.split('/').filter((part) => part !== '')
  const segments = parseTemplate(itemPath ?? '').segments.slice(-parts.length)
  const isWhole = parts.length > 1 && segments.length === parts.length && segments.some(isParameter)
  const isSame = parts.every((part, index) => {
    const segment = segments[index]
    return segment !== undefined && (isParameter(segment) || segment.text === part)
  })
  const hasText = segments.some((segment) => !isParameter(segment))
  return isWhole && isSame && hasText ? parts.filter((_, index) => isParameter(segments[index])) : undefined
}

/** The path template in a description: `Format: projects/{project}/topics/{topic}`. */
export const describedPath = (text: string): string | undefined =>
  /(?:[\w-]+\/\{\w+\}\/)*[\w-]+\/\{\w+\}/.exec(text)?.[0]

/** The path that a regular expression matches, with `{}` for its character classes: `projects/{}/jobs/{}` for `^projects/[^/]+/jobs/[^/]+$`. */
export const pathOfPattern = (pattern: string): string =>
  pattern.replaceAll(/\[(?:[^\]\\]|\\.)*\][+*]?(?:\{[\d,]+\})?/g, '{}').replaceAll(/[\^$\\()]/g, '')
