/**
 * Creates an element: `h('button', { class: 'quiet', onclick: save }, 'Save')`. Properties that start with `on` are
 * listeners, all others attributes. Properties and children that are false, null or undefined are skipped.
 */
export function h(name, properties = {}, ...children) {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value)
    else element.setAttribute(key, value === true ? '' : String(value))
  }
  element.append(
    ...children.flat(Infinity).filter((child) => child !== undefined && child !== null && child !== false),
  )
  return element
}

/** Formats an ISO 8601 instant for reading, in UTC. */
export const readable = (iso) => iso.replace('T', ' ').replace(/(:\d\d)?(\.\d+)?Z$/, ' UTC')

export const day = (iso) => iso.slice(0, 10)

/** Shows a notification for a few seconds; problems stay longer. */
export function note(text, kind = 'info') {
  const element = h('p', { class: `note ${kind}` }, text)
  document.querySelector('#notes').append(element)
  setTimeout(() => element.remove(), kind === 'problem' ? 9000 : 3500)
}

/** Indents JSON; returns other text unchanged. */
export function pretty(text) {
  try {
    return exact(text) ? JSON.stringify(JSON.parse(text), null, 2) : text
  } catch {
    return text
  }
}

/** Whether all numbers survive JSON.parse: those beyond 2^53 would be rounded. */
const exact = (text) => !/[^\w.][0-9]{16,}/.test(text)

/** Renders the Markdown that is common in descriptions: headings, lists, links, `code` and **bold**. */
export function prose(text = '', heading = 'h4') {
  return text
    .split(/\n\s*\n/)
    .filter((part) => part.trim() !== '')
    .map((part) => block(part, heading))
}

function block(part, level) {
  const heading = /^#{1,6}\s+(.*)$/s.exec(part.trim())
  if (heading) return h(level, {}, inline(heading[1]))
  const items = part.split(/^\s*[-*]\s+/m)
  if (items.length < 2 || items[0].trim() !== '') return h('p', {}, inline(part))
  return h(
    'ul',
    { class: 'points' },
    items.slice(1).map((item) => h('li', {}, inline(item))),
  )
}

const htmlTag =
  /<\/?(?:a|abbr|b|blockquote|br|code|div|em|h[1-6]|hr|i|img|li|ol|p|pre|small|span|strong|sub|sup|table|tbody|td|th|thead|tr|u|ul)\b[^<>]*>/gi

/** The marks within a block, and how their parts are shown. */
const marks = [
  { pattern: /`([^`]+)`/, show: (code) => h('code', {}, code) },
  { pattern: /\*\*([^*]+)\*\*/, show: (text) => h('b', {}, text) },
  { pattern: /\[([^[\]]+)\]\(([^()\s]+)\)/, show: (label, href) => link(label, href) },
  { pattern: /<(https?:[^<>\s]+)>/, show: (href) => link(href, href) },
  {
    pattern: /<a\s[^<>]*\bhref\s*=\s*["']?([^"'\s<>]+)[^<>]*>([^<>]*)<\/a>/i,
    show: (href, label) => link(label, href),
  },
]

/** Renders the marks within a block. Of HTML, which CommonMark allows, links are kept and other tags left out. */
export function inline(text) {
  const [first] = marks
    .map(({ pattern, show }) => ({ match: pattern.exec(text), show }))
    .filter(({ match }) => match !== null)
    .sort((a, b) => a.match.index - b.match.index)
  if (first === undefined) return [text.replace(htmlTag, '')]
  const { match, show } = first
  const [whole, ...parts] = match
  return [
    text.slice(0, match.index).replace(htmlTag, ''),
    show(...parts),
    ...inline(text.slice(match.index + whole.length)),
  ]
}

/** A link to another site opens beside the console. Other targets, relative to the document's own pages, are left out. */
function link(label, target) {
  return /^https?:\/\//i.test(target)
    ? h('a', { href: target, target: '_blank', rel: 'noopener noreferrer' }, label)
    : label
}

/** A field that calls `search` with the text typed, in lower case, after each change. */
export function searchField(label, search, value = '') {
  return h('input', {
    type: 'search',
    'aria-label': label,
    placeholder: label,
    value,
    oninput: ({ target }) => search(target.value.trim().toLowerCase()),
  })
}

/** A path that breaks before its slashes where it is too long for a line. */
export function pathText(path) {
  return h(
    'span',
    { class: 'target' },
    path.split(/(?=\/)/).flatMap((part) => [h('wbr'), part]),
  )
}

export function methodBadge(method) {
  return h('span', { class: 'method', 'data-method': method }, method)
}

/** Shows a dialog. Resolves with the value of the chosen button, or '' if it was closed. */
export function ask(title, content, buttons) {
  const dialog = document.querySelector('#dialog')
  const form = h(
    'form',
    { method: 'dialog' },
    h('h2', { id: 'dialog-title' }, title),
    content,
    h(
      'p',
      { class: 'buttons' },
      buttons.map(({ label, value, kind }) =>
        h('button', { value, class: kind ?? 'quiet', formnovalidate: value === '' }, label),
      ),
    ),
  )
  dialog.replaceChildren(form)
  dialog.returnValue = ''
  dialog.showModal()
  return new Promise((resolve) =>
    dialog.addEventListener('close', () => resolve(dialog.returnValue), { once: true }),
  )
}
