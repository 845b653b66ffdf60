import { control } from './api.js'
import { day, h, note, readable } from './dom.js'
import { notify } from './events.js'

const dayLength = 86_400_000

export async function render(root) {
  const [{ events }, { operations }, clock] = await Promise.all([
    control('GET', 'lifecycle'),
    control('GET', 'operations'),
    control('GET', 'clock'),
  ])
  const byId = new Map(operations.map((each) => [each.id, each]))
  const face = h('p', { class: 'face', role: 'status' })
  const consequences = h('div', { class: 'consequences', 'aria-live': 'polite' })
  const slider = h('input', {
    type: 'range',
    id: 'when',
    ...rangeOf(events, clock.now),
    list: 'marks',
    oninput: () => preview(),
  })
  const date = h('input', {
    type: 'date',
    id: 'date',
    'aria-label': 'Date',
    oninput: () => date.value && move(date.value),
  })

  const shown = () => new Date(Number(slider.value) * dayLength).toISOString()
  const preview = () => {
    date.value = day(shown())
    slider.setAttribute('aria-valuetext', day(shown()))
    consequences.replaceChildren(...describeDay(events, byId, shown()))
  }
  const move = (iso) => {
    slider.value = String(Math.floor(Date.parse(iso) / dayLength))
    preview()
  }
  const show = ({ now, frozen }) => {
    face.replaceChildren(
      h('strong', {}, readable(now)),
      ' ',
      h('span', { class: frozen ? 'badge frozen' : 'badge' }, frozen ? 'frozen' : 'running'),
    )
    freeze.textContent = frozen ? 'Resume' : 'Freeze'
    freeze.dataset.frozen = String(frozen)
  }
  const act = async (messageOf, ...request) => {
    try {
      const now = await control(...request)
      show(now)
      move(now.now)
      notify('clock', now)
      note(messageOf(now))
    } catch (error) {
      note(error.message, 'problem')
    }
  }
  const freeze = h('button', {
    class: 'quiet',
    onclick: () =>
      act(({ frozen }) => (frozen ? 'Clock frozen.' : 'Clock running.'), 'PUT', 'clock', {
        frozen: freeze.dataset.frozen !== 'true',
      }),
  })

  root.append(
    h('div', { class: 'head' }, h('h1', {}, 'Clock')),
    h(
      'p',
      { class: 'lead' },
      'All dates in the mock follow this clock, including when deprecated operations are removed.',
    ),
    face,
    h(
      'p',
      { class: 'buttons' },
      freeze,
      [
        ['+1 hour', 3_600_000],
        ['+1 day', dayLength],
        ['+30 days', 30 * dayLength],
      ].map(([label, milliseconds]) =>
        h(
          'button',
          {
            class: 'quiet',
            onclick: () =>
              act(({ now }) => `The clock is at ${readable(now)}.`, 'POST', 'clock/advance', {
                milliseconds,
              }),
          },
          label,
        ),
      ),
      h('button', { class: 'quiet', onclick: () => act(() => 'Clock reset.', 'DELETE', 'clock') }, 'Reset'),
    ),
    h('h2', {}, 'Upcoming changes'),
    h(
      'div',
      { class: 'timeline' },
      h('label', { for: 'when' }, 'Preview the API on'),
      slider,
      marks(events, slider, move),
      date,
    ),
    h(
      'p',
      { class: 'buttons' },
      h(
        'button',
        {
          class: 'primary',
          onclick: () =>
            act(({ now }) => `The clock is at ${day(now)}.`, 'PUT', 'clock', {
              set: day(shown()),
              frozen: true,
            }),
        },
        'Set the clock to this date',
      ),
    ),
    consequences,
  )
  show(clock)
  move(clock.now)
}

/** From a little before the first date to a little after the last, in days. */
function rangeOf(events, now) {
  const days = [...events.map(({ at }) => at), now].map((iso) => Math.floor(Date.parse(iso) / dayLength))
  return { min: Math.min(...days) - 90, max: Math.max(...days) + 90, step: 1 }
}

/** A button for every date with an event, which moves the slider there. */
function marks(events, slider, move) {
  const { min, max } = slider
  const dates = [...new Set(events.map(({ at }) => day(at)))]
  if (dates.length === 0)
    return h('p', { class: 'nothing' }, 'The document has no deprecation or sunset dates.')
  return h(
    'ul',
    { class: 'marks' },
    dates.map((date) => {
      const here = events.filter(({ at }) => day(at) === date)
      const ends = here.some(({ kind }) => kind === 'sunset')
      const share = (Date.parse(date) / dayLength - Number(min)) / (Number(max) - Number(min))
      const mark = h(
        'li',
        {},
        h(
          'button',
          {
            class: `mark ${ends ? 'sunset' : 'deprecated'}`,
            onclick: () => move(date),
            title: here.map(({ kind, operation }) => `${operation}: ${kind}`).join('\n'),
          },
          date,
        ),
      )
      mark.style.setProperty('--share', String(share))
      return mark
    }),
  )
}

function describeDay(events, byId, iso) {
  const on = day(iso)
  const reached = (wanted) => events.filter(({ kind, at }) => kind === wanted && at <= iso)
  const ended = reached('sunset')
  const deprecated = reached('deprecated').filter(
    ({ operation }) => !ended.some((each) => each.operation === operation),
  )
  const coming = events.filter(({ kind, at }) => kind === 'sunset' && at > iso)
  const list = (title, kind, found, say) =>
    found.length === 0
      ? []
      : [
          h('h3', {}, title),
          h(
            'ul',
            { class: `fates ${kind}` },
            found.map((event) =>
              h(
                'li',
                {},
                h(
                  'a',
                  { href: `#operations/${encodeURIComponent(event.operation)}` },
                  `${byId.get(event.operation)?.method ?? ''} ${byId.get(event.operation)?.path ?? event.operation}`,
                ),
                ' ',
                say(event, byId.get(event.operation)),
              ),
            ),
          ),
        ]
  const nothing =
    ended.length + deprecated.length + coming.length === 0
      ? [h('p', { class: 'nothing' }, 'No operations are deprecated.')]
      : []
  return [
    h(
      'p',
      { class: 'verdict-line' },
      h('strong', {}, `On ${on}`),
      ended.length === 0
        ? ' all operations are available.'
        : ` ${ended.length === 1 ? '1 operation responds' : `${ended.length} operations respond`} with 410 Gone.`,
    ),
    ...list(
      'Gone',
      'sunset',
      ended,
      ({ at }, operation) => `since ${day(at)}${operation?.successor ? `; use ${operation.successor}` : ''}`,
    ),
    ...list('Deprecated', 'deprecated', deprecated, ({ at }) => `since ${day(at)}`),
    ...list('Sunset planned', 'coming', coming, ({ at }) => `on ${day(at)}`),
    ...nothing,
  ]
}
