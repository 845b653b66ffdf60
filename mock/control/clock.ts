import { isJsonObject, type JsonObject } from '../../spec/json.ts'
import { jsonSent } from '../../spec/request.ts'
import { withoutLeapSecond } from '../../spec/validation/formats.ts'
import { ok, refuse, type Behaviour, type Outcome } from '../behaviour.ts'
import type { Clock } from '../data/random.ts'
import { closed, jsonAnswer, jsonBody, operation, ref } from './describe.ts'
import type { Controlled, Part } from './part.ts'

/** `/clock`: sets, freezes, resumes and advances the mock's clock. */
export function clockPart({ clock }: Controlled): Part {
  const shown = jsonAnswer('The state of the clock.', ref('Clock'))
  return {
    paths: {
      '/clock': {
        get: operation('getClock', 'Clock', { summary: 'Get the time', responses: { 200: shown } }),
        put: operation('setClock', 'Clock', {
          summary: 'Set, freeze or resume the clock',
          requestBody: jsonBody(ref('ClockSetting'), { set: '2030-12-06', frozen: true }),
          responses: { 200: shown },
        }),
        delete: operation('resetClock', 'Clock', {
          summary: 'Reset the clock',
          description: 'To the time the mock was started with, or else to real time.',
          responses: { 200: shown },
        }),
      },
      '/clock/advance': {
        post: operation('advanceClock', 'Clock', {
          summary: 'Advance the clock',
          requestBody: jsonBody(
            closed({
              milliseconds: {
                type: 'integer',
                minimum: -furthest,
                maximum: furthest,
                description: 'Negative values move it backwards.',
              },
            }),
          ),
          responses: { 200: shown },
        }),
      },
    },
    schemas: { Clock: shownClock, ClockSetting: setting },
    behaviours: behaviours(clock),
  }
}

/** A hundred years, in milliseconds. */
const furthest = 3_155_760_000_000

const shownClock = closed({
  now: { type: 'string', format: 'date-time' },
  frozen: { type: 'boolean', description: 'Whether the clock stands still.' },
})

const setting: JsonObject = {
  ...closed(
    {
      set: {
        type: 'string',
        description: 'ISO 8601. A date stands for midnight UTC.',
        pattern: String.raw`^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}(\.\d{1,3})?(Z|[+-]\d{2}:\d{2}))?$`,
        anyOf: [{ format: 'date' }, { format: 'date-time' }],
      },
      frozen: { type: 'boolean' },
    },
    ['set', 'frozen'],
  ),
  minProperties: 1,
}

function behaviours(clock: Clock): Part['behaviours'] {
  const show = (): Outcome => ok(200, { now: clock.now().toISOString(), frozen: clock.frozen })
  const moved = (move: (body: JsonObject) => void): Behaviour => {
    return ({ request }) => {
      try {
        const body = jsonSent(request)
        move(isJsonObject(body) ? body : {})
        return show()
      } catch (error) {
        if (error instanceof RangeError) return refuse(422, 'invalid_instant', error.message)
        throw error
      }
    }
  }
  return {
    getClock: show,
    setClock: moved(({ set, frozen }) => {
      const instant = typeof set === 'string' ? withoutLeapSecond(set) : undefined
      if (frozen === true) clock.freeze(instant)
      else if (instant !== undefined) clock.set(instant)
      if (frozen === false) clock.resume()
    }),
    advanceClock: moved(({ milliseconds }) => clock.advance(Number(milliseconds))),
    resetClock: moved(() => clock.reset()),
  }
}
