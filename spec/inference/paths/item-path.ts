import { isParameter, parseTemplate } from './template.ts'

/**
 * What stands for the parameters of an item's path where a text is the path of such an item, all of it or its end:
 * `projects/4/topics/7` for `/v1/projects/{project}/topics/{topic}`. Undefined where it is none.
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

/** The path that a text says something to have: `Format: projects/{project}/topics/{topic}`. */
export const describedPath = (text: string): string | undefined =>
  /(?:[\w-]+\/\{\w+\}\/)*[\w-]+\/\{\w+\}/.exec(text)?.[0]
