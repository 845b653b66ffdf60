/** The mock's only source of randomness. Together, a seed and a clock determine every byte of every response. */
export interface Random {
  /** Returns a number in [0, 1). */
  next(): number
  /** Returns an integer in [min, max]. */
  int(min: number, max: number): number
  pick<T>(values: readonly T[]): T
  /** Returns an independent stream that depends only on this stream's seed and `label`, not on what was drawn so far. */
  fork(label: string): Random
}

/** Returns a stream that depends only on the seed. */
export function createRandom(seed: number | string): Random {
  return new Stream(absorb(initial, String(seed)))
}

/** Hashes a text to an integer in [0, size). */
export function spread(text: string, size: number): number {
  let hash = 7
  for (let index = 0; index < text.length; index += 1) hash = (hash * 31 + text.charCodeAt(index)) >>> 0
  return hash % size
}

/** Time as the mock sees it. */
export interface Clock {
  now(): Date
  readonly frozen: boolean
  /** Moves to an instant; a running clock continues from there. Throws a RangeError if the date is invalid. */
  set(instant: Date | string): void
  /** Moves by a number of milliseconds, backwards if negative. */
  advance(milliseconds: number): void
  /** Stops, now or at an instant. Throws a RangeError if the date is invalid. */
  freeze(instant?: Date | string): void
  /** Continues from where it stopped. */
  resume(): void
  /** Restores the initial time, and whether the clock was running then. */
  reset(): void
}

/** The initial state of a clock. */
export interface ClockOptions {
  /** The initial time: a Date, or ISO 8601 text, in UTC if it has no offset. The real time by default. */
  readonly now?: Date | string
  /** Whether the clock is stopped. By default true if `now` is given, so that responses are reproducible. */
  readonly frozen?: boolean
}

/** Creates a clock that follows the real time. Throws a RangeError if `now` is not a valid date. */
export function createClock(options: ClockOptions = {}): Clock {
  const isFrozen = options.frozen ?? options.now !== undefined
  let offset = 0
  let stopped: number | undefined
  const time = (): number => stopped ?? Date.now() + offset
  const moveTo = (instant: number): void => {
    checkedInstant(instant)
    if (stopped !== undefined) stopped = instant
    else offset = instant - Date.now()
  }
  const clock: Clock = {
    now: () => new Date(time()),
    get frozen() {
      return stopped !== undefined
    },
    set: (instant) => moveTo(instantOf(instant)),
    advance: (milliseconds) => moveTo(time() + milliseconds),
    freeze: (instant) => {
      stopped = instant === undefined ? time() : checkedInstant(instantOf(instant))
    },
    resume: () => {
      const from = time()
      stopped = undefined
      moveTo(from)
    },
    reset: () => {
      const start = options.now === undefined ? undefined : instantOf(options.now)
      offset = start === undefined ? 0 : start - Date.now()
      stopped = isFrozen ? (start ?? Date.now()) : undefined
    },
  }
  clock.reset()
  return clock
}

function checkedInstant(instant: number): number {
  if (Number.isNaN(new Date(instant).getTime())) throw new RangeError('The date is out of range.')
  return instant
}

/** Milliseconds of real time since an arbitrary instant, for measuring durations. */
export const stopwatch = (): number => performance.now()

const isoDate =
  /^(?:\d{4}|[+-]\d{6})-\d{2}-\d{2}(?<time>T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)?(?<offset>Z|[+-]\d{2}:\d{2})?$/

function instantOf(instant: Date | string): number {
  const parts = typeof instant === 'string' ? isoDate.exec(instant) : undefined
  // Without an offset, JavaScript takes a time as local, which differs between machines.
  const zone = parts?.groups?.['time'] !== undefined && parts.groups['offset'] === undefined ? 'Z' : ''
  const time =
    parts === null ? Number.NaN : new Date(typeof instant === 'string' ? instant + zone : instant).getTime()
  if (Number.isNaN(time)) {
    throw new RangeError(
      `Invalid date '${String(instant)}': use a date such as 2030-12-06 or 2030-12-06T10:00:00Z.`,
    )
  }
  return time
}

type Words = readonly [number, number, number, number]

const initial: Words = [1779033703, 3144134277, 1013904242, 2773480762]

/** cyrb128: mixes a text into 128 bits of state. Not cryptographic. */
function absorb(words: Words, text: string): Words {
  let [a, b, c, d] = words
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    a = b ^ Math.imul(a ^ unit, 597399067)
    b = c ^ Math.imul(b ^ unit, 2869860233)
    c = d ^ Math.imul(c ^ unit, 951274213)
    d = a ^ Math.imul(d ^ unit, 2716044179)
  }
  a = Math.imul(c ^ (a >>> 18), 597399067)
  b = Math.imul(d ^ (b >>> 22), 2869860233)
  c = Math.imul(a ^ (c >>> 17), 951274213)
  d = Math.imul(b ^ (d >>> 19), 2716044179)
  return [a ^ b ^ c ^ d, b ^ a, c ^ a, d ^ a]
}

/**
 * Small Fast Counter, 32 bits (Chris Doty-Humphrey, PractRand). A class for speed: each generated value has its own stream,
 * and most streams are only forked.
 */
class Stream implements Random {
  private readonly words: Words
  private isWarm = false
  private a: number
  private b: number
  private c: number
  private d: number

  constructor(words: Words) {
    this.words = words
    ;[this.a, this.b, this.c, this.d] = words
  }

  next(): number {
    if (!this.isWarm) this.warmUp()
    return ((this.draw() >>> 5) * 67108864 + (this.draw() >>> 6)) / 9007199254740992
  }

  int(min: number, max: number): number {
    return Math.min(max, min + Math.floor(this.next() * (max - min + 1)))
  }

  pick<T>(values: readonly T[]): T {
    if (values.length === 0) throw new RangeError('Cannot pick from an empty list.')
    return values[this.int(0, values.length - 1)] as T
  }

  fork(label: string): Random {
    return new Stream(absorb(this.words, label))
  }

  private warmUp(): void {
    this.isWarm = true
    for (let round = 0; round < 12; round += 1) this.draw()
  }

  private draw(): number {
    const sum = (((this.a + this.b) | 0) + this.d) | 0
    this.d = (this.d + 1) | 0
    this.a = this.b ^ (this.b >>> 9)
    this.b = (this.c + (this.c << 3)) | 0
    this.c = ((this.c << 21) | (this.c >>> 11)) + sum
    return sum >>> 0
  }
}
