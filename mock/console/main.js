import { control, listen } from './api.js'
import { h, note, readable } from './dom.js'
import { events, notify } from './events.js'

/** Views by URL fragment, each loaded when it is first shown. */
const views = {
  journal: () => import('./journal.js'),
  records: () => import('./records.js'),
  worlds: () => import('./worlds.js'),
  faults: () => import('./faults.js'),
  clock: () => import('./clock.js'),
  operations: () => import('./operations.js'),
}

const main = document.querySelector('#main')
let leave = () => {}

async function show() {
  const [name, ...rest] = decodeURIComponent(location.hash.slice(1)).split('/')
  const known = Object.hasOwn(views, name) ? name : 'journal'
  for (const link of document.querySelectorAll('.side a')) {
    if (link.hash === `#${known}`) link.setAttribute('aria-current', 'page')
    else link.removeAttribute('aria-current')
  }
  leave()
  const ended = new AbortController()
  leave = () => ended.abort()
  const view = await views[known]()
  const root = h('div', { class: `view ${known}` })
  try {
    await view.render(root, {
      path: rest,
      signal: ended.signal,
      on: (kind, act) => events.addEventListener(kind, act, { signal: ended.signal }),
    })
  } catch (error) {
    root.append(h('p', { class: 'problem' }, error.message))
  }
  if (ended.signal.aborted) return
  main.replaceChildren(root)
  document.title = `${root.querySelector('h1')?.textContent ?? 'Console'} · Stablehand`
}

/** After navigating with the menu, the focus moves to the content. */
globalThis.addEventListener('hashchange', async () => {
  await show()
  if (!main.contains(document.activeElement) && document.activeElement?.closest('.side, .top')) main.focus()
})

async function refreshClock() {
  const { now, frozen } = await control('GET', 'clock')
  const chip = document.querySelector('#clock-chip')
  chip.textContent = `${readable(now)}${frozen ? ', frozen' : ''}`
  chip.classList.toggle('frozen', frozen)
}

async function followJournal() {
  const chip = document.querySelector('#live-chip')
  const live = (isLive, text) => {
    chip.textContent = text
    chip.className = isLive ? 'chip live' : 'chip'
  }
  let last = (await control('GET', 'journal?limit=1')).entries[0]?.id ?? 0
  for (;;) {
    await listen(
      last,
      (entry) => {
        last = entry.id
        notify('exchange', entry)
      },
      () => live(true, 'live'),
    ).catch(() => {})
    live(false, 'disconnected')
    await new Promise((resolve) => setTimeout(resolve, 1500))
  }
}

async function start() {
  const health = await control('GET', 'health')
  document.querySelector('#served').textContent = `${health.title} ${health.version}`
  await show()
  await refreshClock()
  setInterval(() => void refreshClock().catch(() => {}), 5000)
  events.addEventListener('clock', () => void refreshClock())
  await followJournal()
}

start().catch((error) => {
  document.querySelector('#live-chip').textContent = 'access denied'
  note(error.message, 'problem')
  if (main.childElementCount === 0 || main.querySelector('noscript'))
    main.replaceChildren(h('p', { class: 'problem' }, error.message))
})
