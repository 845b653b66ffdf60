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

/** Renders the Markdown that is common in descriptions: headings, lists, `code` and **bold**. */
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

/** Renders `code` and **bold** within a block. */
export function inline(text) {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((piece, index) => {
    if (index % 2 === 0) return piece
    return piece.startsWith('`') ? h('code', {}, piece.slice(1, -1)) : h('b', {}, piece.slice(2, -2))
  })
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
