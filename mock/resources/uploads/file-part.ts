import type { Operation } from '../../../spec/document.ts'
import { wordsOf } from '../../../spec/inference/prose/words.ts'
import { isDownload, uploadOf } from '../../../spec/inference/uploads/uploads.ts'
import type { Resource } from '../../../spec/resources.ts'
import { endsInParameter, lastPart } from '../../../spec/routing/path-template.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { typesOf } from '../../../spec/schemas/types.ts'
import type { CrudOptions } from '../options.ts'
import { operationsAt } from '../resource-index.ts'

/** The files at one path below the records of a resource: the photos of doctors, beside their signatures. */
export interface FileBelow {
  /** What they are called: `photo`. */
  readonly name: string
  /** What tells them from the other files of a record; undefined for `content` and the like, the only one. */
  readonly part: string | undefined
  /** The flag of the record that tells whether there is one: `hasPhoto`. */
  readonly flag: string | undefined
}

/** The files at the path of an operation, if they are uploaded there as well as downloaded; undefined for other paths. */
export function fileBelow(options: CrudOptions, { path }: Operation, above: Resource): FileBelow | undefined {
  const { document } = options
  const here = operationsAt(options, path)
  const isFile =
    here.some((each) => isDownload(document, each)) &&
    here.some((each) => uploadOf(document, each) !== undefined)
  if (!isFile) return undefined
  const part = endsInParameter(path) ? 'content' : lastPart(path)
  const name = wordsOf(part).join(' ')
  const flag = [...possiblePropertiesOf(document, above.record)].find(
    ([property, node]) =>
      wordsOf(property).join(' ') === `has ${name}` && typesOf(document, node).has('boolean'),
  )?.[0]
  const isOnly = /^(?:content|contents|file|data|raw|binary|body|bytes|media|download|upload|blob)$/.test(
    name,
  )
  return { name, part: isOnly ? undefined : part, flag }
}
