import type { Handler } from '../../document-service/call.ts'
import { reply } from '../../shared/exchange.ts'
import { refuse } from './errors.ts'
import type { State } from './state.ts'

export const challenge = 'Bearer realm="devices"'

/** Who may log in. */
const operator = { username: 'operator', password: 'let-me-in' }

/** The name and the password of who may log in. */
export const account: string = `${operator.username}:${operator.password}`

export const sessions: Readonly<Record<string, Handler<State>>> = {
  logIn({ body: { username, password } }, { state }) {
    if (username !== operator.username || password !== operator.password)
      return refuse(401, 'wrong_password', 'There is no such user with that password.', {
        headers: { 'WWW-Authenticate': challenge },
      })
    const token = `session-${++state.count.token}`
    state.sessions.add(token)
    return reply(200, { token })
  },

  /** There is one user, whose tokens all end. */
  logOut(_, { state }) {
    state.sessions.clear()
    return reply(204)
  },
}
