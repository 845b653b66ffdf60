import { control } from './api.js'
import { day, h, methodBadge, prose } from './dom.js'
import { describe } from './reference.js'

export async function render(root, { path: [wanted] }) {
  const [{ operations }, document, clock] = await Promise.all([
    control('GET', 'operations'),
    control('GET', 'openapi.json'),
    control('GET', 'clock'),
  ])
  const chosen = operations.find(({ id }) => id === wanted)
  const groups = Map.groupBy(operations, ({ tags }) => tags[0] ?? 'Operations')
  const list = h(
    'nav',
    { class: 'operations-list', 'aria-label': 'Operations' },
    [...groups].map(([tag, members]) => [
      h('h2', {}, tag),
      h(
        'ul',
        {},
        members.map((each) =>
          h(
            'li',
            {},
            h(
              'a',
              {
                href: `#operations/${encodeURIComponent(each.id)}`,
                'aria-current': each.id === wanted ? 'true' : undefined,
              },
              methodBadge(each.method),
              h('span', { class: 'target' }, each.path),
              badges(each, clock.now),
            ),
          ),
        ),
      ),
    ]),
  )
  const detail = h('section', { class: 'detail reference', 'aria-label': 'Operation' })
  if (chosen) detail.append(...describe(chosen, document, badges(chosen, clock.now)))
  else detail.append(...about(document, operations))
  root.append(
    h(
      'div',
      { class: 'head' },
      h('h1', {}, 'Operations'),
      h('p', { class: 'count' }, `${operations.length} operations`),
    ),
    h('div', { class: 'split wide' }, list, detail),
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
