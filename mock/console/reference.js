import { h, inline, methodBadge, pathText, prose } from './dom.js'
import { exampleOf, follow, typeOf } from './schema.js'
import { tryIt } from './try-it.js'

/** The reference documentation of an operation. */
export function describe(operation, document, badges) {
  const { item, declared } = located(operation, document)
  const parameters = [...(item.parameters ?? []), ...(declared.parameters ?? [])].map((each) =>
    follow(document, each),
  )
  const body = follow(document, declared.requestBody)
  const responses = Object.entries(declared.responses ?? {}).map(([status, response]) => [
    status,
    follow(document, response),
  ])
  return [
    h('h2', {}, methodBadge(operation.method), ' ', pathText(operation.path)),
    h(
      'p',
      {},
      badges,
      ' ',
      h('code', {}, operation.id),
      operation.resource &&
        h(
          'span',
          { class: 'aside' },
          ` · ${operation.role} of `,
          h('a', { href: `#records/${encodeURIComponent(operation.resource.slice(1))}` }, operation.resource),
        ),
      h(
        'span',
        { class: 'aside' },
        ' · ',
        h('a', { href: `#faults/${encodeURIComponent(operation.id)}` }, 'faults'),
      ),
    ),
    operation.summary && h('p', { class: 'summary' }, operation.summary),
    operation.successor &&
      h('p', { class: 'why refused' }, 'Use ', h('code', {}, operation.successor), ' instead.'),
    ...prose(declared.description),
    parameters.length > 0 && h('h3', {}, 'Parameters'),
    parameters.length > 0 && parameterTable(document, parameters),
    body && h('h3', {}, `Request body${body.required ? '' : ' (optional)'}`),
    body && contents(document, body.content, 'Request body'),
    h('h3', {}, 'Responses'),
    h(
      'div',
      { class: 'responses' },
      responses.map(([status, response]) => responseOf(document, status, response)),
    ),
    h('h3', {}, 'Try it'),
    operation.tryIt
      ? tryIt(operation, document, parameters, body)
      : h('p', { class: 'nothing' }, 'Disabled by the document (x-hideTryItPanel).'),
  ].filter(Boolean)
}

function located({ method, path }, document) {
  const item = follow(document, document.paths[path]) ?? {}
  return { item, declared: item[method.toLowerCase()] ?? item.additionalOperations?.[method] ?? {} }
}

function parameterTable(document, parameters) {
  return h(
    'div',
    { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Parameters' },
    h(
      'table',
      {},
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          ['Name', 'In', 'Type', 'Description'].map((name) => h('th', { scope: 'col' }, name)),
        ),
      ),
      h(
        'tbody',
        {},
        parameters.map((each) =>
          h(
            'tr',
            {},
            h(
              'th',
              { scope: 'row' },
              each.name,
              each.required && h('span', { class: 'required' }, ' required'),
            ),
            h('td', {}, each.in),
            h('td', {}, h('code', {}, typeOf(document, each.schema))),
            h('td', {}, prose(each.description)),
          ),
        ),
      ),
    ),
  )
}

function responseOf(document, status, response) {
  return h(
    'details',
    {},
    h(
      'summary',
      {},
      h('span', { class: `status s${status[0]}` }, status),
      ' ',
      inline(response?.description?.split('\n')[0] ?? ''),
    ),
    response?.content
      ? contents(document, response.content, `Response ${status}`)
      : h('p', { class: 'aside' }, 'No content.'),
  )
}

function contents(document, content, label) {
  return h(
    'div',
    {},
    Object.entries(content ?? {}).map(([type, media]) => {
      const example = exampleOf(document, media)
      return [
        h('p', {}, h('code', {}, type), ' ', h('span', { class: 'aside' }, typeOf(document, media.schema))),
        example !== undefined &&
          h(
            'pre',
            { tabindex: '0', 'aria-label': `${label}, example in ${type}` },
            typeof example === 'string' ? example : JSON.stringify(example, null, 2),
          ),
      ]
    }),
  )
}
