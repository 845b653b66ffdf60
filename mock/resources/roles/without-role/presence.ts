import type { Operation } from '../../../../spec/document.ts'
import { parameterNames } from '../../../../spec/routing/path-template.ts'
import { refuse, type Behaviour } from '../../../behaviour.ts'
import { after } from '../../../maybe-promise.ts'
import { idInPath } from '../../identity/identity.ts'

/**
 * The behaviour of an operation at a path whose status alone tells whether it was put there: `GET /user/starred/{owner}/{repo}` responds
 * with 204 after a PUT, and with 404 after a DELETE.
 * @param otherwise refuses requests below records that do not exist
 */
export function presenceBehaviour({ method, path }: Operation, otherwise: Behaviour): Behaviour {
  const names = parameterNames(path)
  return (context) =>
    after(otherwise(context), (outcome) => {
      if (outcome.kind === 'refused') return outcome
      const { request, store } = context
      const present = store.collection(`${path} (presence)`)
      const id = names.map((name) => encodeURIComponent(String(idInPath(request, name) ?? ''))).join('/')
      if (method === 'GET')
        return after(present.get(id), (found) =>
          found ? outcome : refuse(404, 'not_found', 'Nothing was put here, or it was deleted.'),
        )
      return after(method === 'PUT' ? present.put(id, {}) : present.remove(id), () => outcome)
    })
}
