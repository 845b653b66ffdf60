import type { Faker } from '@faker-js/faker'
import type { Random } from '../random.ts'

/** Where believable values come from; what it gives depends only on the streams it is made from. */
export interface Source {
  readonly faker: Faker
  /** This value's own stream, which faker draws from too. */
  readonly random: Random
  /** What contains the value, in words: `order item`. Empty when unknown. */
  readonly parent: string
  /** Somebody, the same one throughout the object that contains the value. */
  readonly person: Person
  /** Instants of the object that contains the value; in the order of {@link Moment} they never go back. */
  moment(moment: Moment): Date
}

interface Person {
  readonly first: string
  readonly last: string
  readonly email: string
  readonly login: string
}

/** What an instant of an object is the time of, in the order of time. */
export type Moment = 'birth' | 'created' | 'updated' | 'ended' | 'now' | 'start' | 'end' | 'expires'

interface SourceOptions {
  readonly random: Random
  /** Stream of the object that contains the value. */
  readonly owner: Random
  readonly parent: string
}

export type Sources = (options: SourceOptions) => Source

/** Loads the data; later calls have it at once. */
export async function loadSources(now: Date): Promise<Sources> {
  const { faker: loaded } = await import('@faker-js/faker/locale/en')
  let current: Random | undefined
  const draw = (): number => current?.next() ?? 0
  // The locale's module gives an instance only; its class is wanted, over streams of ours.
  const FakerClass = loaded.constructor as typeof Faker
  const faker = new FakerClass({
    locale: loaded.rawDefinitions,
    randomizer: { next: draw, seed: () => undefined },
  })
  faker.setDefaultRefDate(now)
  // Values of one object are made one after another: what is the same for all of them is made for the first.
  const personOf = latest((owner) => {
    current = owner.fork('person')
    return makePerson(faker)
  })
  const instantsOf = latest((owner) => makeInstants(owner.fork('time'), now.getTime()))
  /** A class: there is one for every value. */
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

    moment(moment: Moment): Date {
      return new Date(instantsOf(this.#owner)[moment])
    }
  }
  return (options) => {
    current = options.random
    return new DrawnSource(options)
  }
}

/** Works something out of a stream, and again only when it is another one than before. */
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

/** In milliseconds, of whole seconds. */
function makeInstants(random: Random, now: number): Readonly<Record<Moment, number>> {
  const birth = now - random.int(19 * 365, 78 * 365) * day
  const created = now - random.int(20, 400) * day - random.int(0, day)
  const updated = created + random.next() * (now - created)
  const ended = updated + random.next() * (now - updated)
  const start = now + random.int(-20, 60) * day + random.int(0, 23) * 3_600_000
  const end = start + random.int(1, 14) * day
  const expires = now + random.int(30, 400) * day
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
  }
}
