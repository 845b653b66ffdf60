import type { Operation } from '../../../spec/document.ts'
import { refuse, type Behaviour, type Refused } from '../../behaviour.ts'
import { after, onDemand, type MaybePromise } from '../../maybe-promise.ts'
import { tokensOf } from '../../store/as-client.ts'
import type { Transaction } from '../../store/store.ts'

const accounts = onDemand(() => import('../logins/accounts.ts'))

/** Wraps the behaviour of an operation that needs credentials: a token that has been valid is refused after logging out. */
export function refuseEnded({ security, method, path }: Operation, behaviour: Behaviour): Behaviour {
  const isOpen = security.some((each) => each.length === 0)
  // A login may be sent with an old token.
  const isLogin = method === 'POST' && /log-?in|sign|session|token|refresh|regist/i.test(path)
  if (security.length === 0 || isOpen || isLogin) return behaviour
  return (context) => after(refusal(context.store), (refused) => refused ?? behaviour(context))
}

function refusal(store: Transaction): MaybePromise<Refused | undefined> {
  if (tokensOf(store).length === 0) return undefined
  return after(accounts(), ({ isLoggedOut }) =>
    after(isLoggedOut(store), (isOut) =>
      isOut
        ? refuse(401, 'unauthorized', 'The session has ended.', { headers: { 'WWW-Authenticate': 'Bearer' } })
        : undefined,
    ),
  )
}
