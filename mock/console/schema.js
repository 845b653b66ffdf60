const maxDepth = 5

/** Resolves a `$ref` within the document. Returns any other node unchanged. */
export function follow(document, node, hops = 0) {
  if (typeof node?.$ref !== 'string' || hops > 20) return node
  if (!node.$ref.startsWith('#')) return undefined
  const target = decodeURIComponent(node.$ref.slice(1))
    .split('/')
    .slice(1)
    .reduce((at, token) => at?.[token.replaceAll('~1', '/').replaceAll('~0', '~')], document)
  return follow(document, target, hops + 1)
}

/** Describes a schema briefly: `Pet`, `array of Pet`, `integer 1…100`. */
export function typeOf(document, given) {
  if (given === undefined) return ''
  const name = /\/schemas\/([^/]+)$/.exec(given.$ref ?? '')?.[1]
  const schema = follow(document, given)
  if (schema?.enum)
    return `${name ? `${name}: ` : ''}${schema.enum.map((each) => JSON.stringify(each)).join(' | ')}`
  if (name) return name
  if (typeof schema !== 'object' || schema === null) return 'anything'
  if (schema.type === 'array') return `array of ${typeOf(document, schema.items) || 'anything'}`
  const choices = schema.oneOf ?? schema.anyOf
  if (choices) return choices.map((each) => typeOf(document, each)).join(' | ')
  const type = [schema.type ?? 'anything'].flat().join(' | ')
  const { minimum = '', maximum = '' } = schema
  const bounds = minimum === '' && maximum === '' ? '' : ` ${minimum}…${maximum}`
  return `${type}${schema.format ? ` (${schema.format})` : ''}${bounds}`
}

/** The document's example, else one made from the schema. */
export function exampleOf(document, media) {
  const named = Object.values(media.examples ?? {}).map((each) => follow(document, each))[0]
  return media.example ?? named?.value ?? named?.dataValue ?? suggest(document, media.schema, 0)
}

function suggest(document, given, depth) {
  const schema = follow(document, given)
  if (typeof schema !== 'object' || schema === null || depth > maxDepth) return undefined
  const declared = [
    schema.example,
    schema.examples?.[0],
    schema.default,
    schema.const,
    schema.enum?.[0],
  ].find((each) => each !== undefined)
  if (declared !== undefined) return declared
  const parts = schema.allOf ?? [schema.oneOf?.[0] ?? schema.anyOf?.[0]].filter(Boolean)
  const merged = Object.assign(
    {},
    ...parts.map((part) => suggest(document, part, depth + 1)).filter((each) => typeof each === 'object'),
  )
  const type = [schema.type].flat()[0]
  if (schema.properties || type === 'object' || parts.length > 0)
    return { ...merged, ...members(document, schema, depth) }
  if (type === 'array')
    return [suggest(document, schema.items, depth + 1)].filter((each) => each !== undefined)
  return { string: '', integer: schema.minimum ?? 0, number: schema.minimum ?? 0, boolean: false }[type]
}

function members(document, { properties = {} }, depth) {
  return Object.fromEntries(
    Object.entries(properties)
      .map(([name, each]) => [name, suggest(document, each, depth + 1)])
      .filter(([, value]) => value !== undefined),
  )
}
