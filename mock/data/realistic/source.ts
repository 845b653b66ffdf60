import type { Faker } from '@faker-js/faker'
import type { Document } from '../../../spec/document.ts'
import type { Random } from '../random.ts'

/** A source of realistic values for one place. They depend only on the random streams it is created with. */
export interface Source {
  readonly faker: Faker
  /** This value's own stream, which faker uses too. */
  readonly random: Random
  /** The name of the object that contains the value, in words: `order item`. Empty if unknown. */
  readonly parent: string
  /** A person, the same for all properties of the object that contains the value. */
  readonly person: Person
  /** Whether the document's whole amounts are in the smallest unit of their currency: cents. */
  readonly inMinorUnits: boolean
  /** A date of the object that contains the value. The dates of an object are consistent: it is not updated before it is created. */
  moment(moment: Moment): Date
}

interface Person {
  readonly first: string
  readonly last: string
  readonly email: string
  readonly login: string
}

/** The events that dates of an object refer to. */
export type Moment =
  | 'birth'
  | 'created'
  | 'updated'
  | 'ended'
  | 'now'
  | 'start'
  | 'end'
  | 'expires'
  | 'periodStart'
  | 'periodEnd'

interface SourceOptions {
  readonly random: Random
  /** The stream of the object that contains the value. */
  readonly owner: Random
  readonly parent: string
}

export type Sources = (options: SourceOptions) => Source

/** @param document says whether amounts are in cents; loads faker, once */
export async function loadSources(now: Date, { root }: Pick<Document, 'root'>): Promise<Sources> {
  const { faker: loaded } = await import('@faker-js/faker/locale/en')
  let current: Random | undefined
  const draw = (): number => current?.next() ?? 0
  // The locale's module exports only an instance; its class is needed to make one that draws from our streams.
  const FakerClass = loaded.constructor as typeof Faker
  const faker = new FakerClass({
    locale: loaded.rawDefinitions,
    randomizer: { next: draw, seed: () => undefined },
  })
  faker.setDefaultRefDate(now)
  // The values of one object are generated in succession, so caching those of the latest object is enough.
  const personOf = latest((owner) => {
    current = owner.fork('person')
    return makePerson(faker)
  })
  const instantsOf = latest((owner) => makeInstants(owner.fork('time'), now.getTime()))
  let inMinorUnits: boolean | undefined
  /** A class for speed: one is created for each value. */
  class DrawnSource implements Source {
    readonly faker = faker
    readonly random: Random
    readonly parent: string
    readonly #owner: Random

    constructor({ random, owner, parent }: SourceOptions) {
      this.random = random
      this.parent = parent
      this.#owner = owner
    }

    get person(): Person {
      const person = personOf(this.#owner)
      current = this.random
      return person
    }

    get inMinorUnits(): boolean {
      return (inMinorUnits ??= minorUnits.test(textOf(root)))
    }

    moment(moment: Moment): Date {
      return new Date(instantsOf(this.#owner)[moment])
    }
  }
  return (options) => {
    current = options.random
    return new DrawnSource(options)
  }
}

/** Says that amounts are in the smallest unit of a currency. */
const minorUnits =
  /\b(?:in|as) (?:euro |us )?(?:cents|pence)\b|\((?:in )?cents\)|\b(?:minor|smallest)(?: currency)? units?\b/i

const textOf = (document: object): string =>
  JSON.stringify(document, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))

/** Caches the result for the latest stream. */
function latest<T>(compute: (owner: Random) => T): (owner: Random) => T {
  let known: { readonly owner: Random; readonly value: T } | undefined
  return (owner) => {
    if (known?.owner !== owner) known = { owner, value: compute(owner) }
    return known.value
  }
}

function makePerson(faker: Faker): Person {
  const [firstName, lastName] = [faker.person.firstName(), faker.person.lastName()]
  const names = { firstName, lastName }
  return {
    first: firstName,
    last: lastName,
    email: faker.internet.exampleEmail(names).toLowerCase(),
    login: faker.internet.username(names).toLowerCase(),
  }
}

const day = 86_400_000

/** Timestamps in milliseconds, rounded down to whole seconds. */
function makeInstants(random: Random, now: number): Readonly<Record<Moment, number>> {
  const birth = now - random.int(19 * 365, 78 * 365) * day
  const created = now - random.int(20, 400) * day - random.int(0, day)
  const updated = created + random.next() * (now - created)
  const ended = updated + random.next() * (now - updated)
  const start = now + random.int(-20, 60) * day + random.int(0, 23) * 3_600_000
  const end = start + random.int(1, 14) * day
  const expires = now + random.int(30, 400) * day
  const periodStart = now - random.int(1, 27) * day
  const whole = (instant: number): number => Math.floor(instant / 1000) * 1000
  return {
    birth: whole(birth),
    created: whole(created),
    updated: whole(updated),
    ended: whole(ended),
    now: whole(now),
    start: whole(start),
    end: whole(end),
    expires: whole(expires),
    periodStart: whole(periodStart),
    periodEnd: whole(periodStart + 30 * day),
  }
}
