import { control } from './api.js'
import { day, h, methodBadge, pathText, prose, searchField } from './dom.js'
import { describe } from './reference.js'

/** The text that operations are filtered by. It outlives the view, which is drawn anew when an operation is chosen. */
let filter = ''

export async function render(root, { path: [wanted] }) {
  const [{ operations }, document, clock] = await Promise.all([
    control('GET', 'operations'),
    control('GET', 'openapi.json'),
    control('GET', 'clock'),
  ])
  const chosen = operations.find(({ id }) => id === wanted)
  const groups = Map.groupBy(operations, ({ tags }) => tags[0] ?? 'Operations')
  const count = h('p', { class: 'count', role: 'status' })
  const show = (text) => {
    filter = text
    const items = [...list.querySelectorAll('li')]
    for (const each of items) each.hidden = !each.dataset.text.includes(text)
    const shown = items.filter(({ hidden }) => !hidden).length
    count.textContent = `${text === '' ? '' : `${shown} of `}${items.length} operations`
  }
  const list = h(
    'nav',
    { class: 'operations-list', 'aria-label': 'Operations' },
    searchField('Filter by path, name or summary', show, filter),
    [...groups].map(([tag, members]) =>
      h(
        'section',
        {},
        h('h2', {}, tag),
        h(
          'ul',
          {},
          members.map((each) => item(each, each.id === wanted, clock.now)),
        ),
      ),
    ),
  )
  const detail = h('section', { class: 'detail reference', 'aria-label': 'Operation' })
  if (chosen) detail.append(...describe(chosen, document, badges(chosen, clock.now)))
  else detail.append(...about(document, operations))
  root.append(
    h('div', { class: 'head' }, h('h1', {}, 'Operations'), count),
    h('div', { class: 'split wide' }, list, detail),
  )
  show(filter)
}

function item(operation, isChosen, now) {
  const { id, method, path, summary = '' } = operation
  return h(
    'li',
    { 'data-text': `${method} ${path} ${id} ${summary}`.toLowerCase() },
    h(
      'a',
      { href: `#operations/${encodeURIComponent(id)}`, 'aria-current': isChosen ? 'true' : undefined },
      methodBadge(method),
      pathText(path),
      badges(operation, now),
    ),
  )
}

function badges({ stability, deprecated, sunset }, now) {
  const isGone = sunset !== undefined && sunset <= now
  return h(
    'span',
    { class: 'badges' },
    stability !== undefined && h('span', { class: `badge ${stability}` }, stability),
    isGone && h('span', { class: 'badge gone' }, 'gone'),
    !isGone &&
      deprecated &&
      h(
        'span',
        { class: 'badge deprecated' },
        sunset === undefined ? 'deprecated' : `deprecated, until ${day(sunset)}`,
      ),
    !isGone &&
      !deprecated &&
      sunset !== undefined &&
      h('span', { class: 'badge deprecated' }, `until ${day(sunset)}`),
  )
}

function about({ info, servers = [] }, operations) {
  const deprecated = operations.filter((each) => each.deprecated).length
  return [
    h('h2', {}, `${info.title} ${info.version}`),
    h(
      'p',
      { class: 'aside' },
      `${operations.length} operations, ${deprecated} deprecated`,
      ' · ',
      h('a', { href: 'openapi.json' }, 'OpenAPI document'),
      ' · ',
      h('a', { href: 'control.json' }, 'control API'),
    ),
    h('div', { class: 'prose' }, prose(info.description, 'h3')),
    servers.length > 0 && h('p', { class: 'aside' }, `Servers: ${servers.map(({ url }) => url).join(', ')}`),
  ].filter(Boolean)
}
