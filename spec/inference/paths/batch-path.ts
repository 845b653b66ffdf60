const several = '(?:bulk|batch|mass|multi|many|multiple)'
const verb = '(?<verb>create|store|insert|add|import|update|edit|patch|delete|destroy|remove|get|read)'

/** The end of a path below a collection: `/bulk`, `/bulk-delete`, `:batchGet`, `/delete-many`. */
export const batchSuffix: RegExp = new RegExp(
  `[/:](?:${several}(?:[-_/]?${verb.replace('verb', 'first')})?|${verb}[-_/]?${several})$`,
  'i',
)
