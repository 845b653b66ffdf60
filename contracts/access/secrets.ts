import { basicPair, clientOf, secretVariable } from './oauth2.ts'
import type { AuthOptions, CredentialOptions } from './options.ts'
import { accountIn, pairOf } from './scheme-values.ts'
import { isConfidential, variableOf, type Secret } from './secret-names.ts'

export const tokenVariable = 'STABLEHAND_TOKEN'

/** The values that reports hide, with the variables that stand for them. */
export function secretsOf({ token, headers, auth = {} }: CredentialOptions): readonly Secret[] {
  const shared = token ?? auth.token
  return [
    ...Object.entries(headers)
      .filter(([name]) => isConfidential(name))
      .map(([name, value]) => ({ value, variable: `STABLEHAND_${variableOf(name)}` })),
    ...(shared === undefined ? [] : secretsInToken(shared)),
    ...secretsInOptions(auth),
  ]
}

function secretsInOptions({ basic, schemes = {}, oauth2 }: AuthOptions): readonly Secret[] {
  const pair = pairOf(basic)
  const client = oauth2 && clientOf(oauth2)
  return [
    ...(basic && pair !== undefined
      ? [
          { value: basic.password, variable: 'STABLEHAND_PASSWORD' },
          ...secretsInToken(pair, 'STABLEHAND_BASIC'),
        ]
      : []),
    ...Object.entries(schemes).flatMap(([name, value]) =>
      secretsInToken(value, `STABLEHAND_${variableOf(name)}`),
    ),
    ...(client
      ? [
          { value: client.secret, variable: secretVariable },
          { value: basicPair(client.id, client.secret), variable: `${secretVariable}_BASE64` },
        ]
      : []),
  ]
}

/** The token and its base64 form, in which Basic authentication sends it. */
function secretsInToken(token: string, variable: string = tokenVariable): readonly Secret[] {
  const encoded = Buffer.from(token, 'utf8').toString('base64')
  const account = accountIn(token)
  return [
    ...(account ? [{ value: account.password, variable: 'STABLEHAND_PASSWORD' }] : []),
    { value: token, variable },
    { value: encoded, variable: `${variable}_BASE64` },
  ]
}
