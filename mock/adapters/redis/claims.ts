import type { Release, Store } from '../../store/store.ts'
import type { Link } from './link.ts'
import { releaseScript, renewScript } from './scripts.ts'

/** Milliseconds after which a claim expires unless it is renewed, in case its owner has crashed. */
const lease = 10_000

/** Creates claims that are exclusive among all mocks of a world. */
export function createClaims(link: Link): Store['claim'] {
  let last = 0
  return async (name): Promise<Release | undefined> => {
    last += 1
    const [key, token] = [link.key(`claim:${name}`), `${link.me}.${last}`]
    const reply = await link.command((redis) => redis.set(key, token, 'PX', lease, 'NX'))
    if (reply !== 'OK') return undefined
    const renew = (): void => void link.run(renewScript, [token, lease], { turn: key }).catch(ignore)
    const renewal = setInterval(renew, lease / 3)
    return async () => {
      clearInterval(renewal)
      await link.run(releaseScript, [token], { turn: key }).catch(ignore)
    }
  }
}

/** A claim that cannot be renewed or released expires. */
const ignore = (): void => undefined
