import type { Operation } from '../../document.ts'

const several = '(?:bulk|batch|mass|multi|many|multiple)'
const verb =
  '(?<verb>create|store|insert|add|import|update|edit|patch|delete|destroy|remove|get|read|show|fetch)'

/**
 * The end of a path below a collection: `/bulk`, `/bulk-delete`, `:batchGet`, `/delete-many`, `/createWithList`, `/show_many.json`,
 * `/bulk-assign`, `/import`.
 */
export const batchSuffix: RegExp = new RegExp(
  `[/:](?:${several}(?:[-_/]?(?:${verb.replace('verb', 'first')}|(?<other>[a-z]+)))?|${verb}[-_/]?(?:${several}|(?:with|from)[-_]?(?:list|array))|(?<alone>import))(?:\\.json)?$`,
  'i',
)

/** Whether an operation reads the records that its parameters list, rather than a list: `GET /jobs:batchGet`, `GET /jobs/show_many`. */
export const isBatchRead = ({ method, path }: Operation): boolean =>
  method === 'GET' &&
  /[/:](?:(?:bulk|batch)[-_/]?(?:get|read)|(?:get|read|show|fetch)[-_/]?many)(?:\.json)?$/i.test(path)
