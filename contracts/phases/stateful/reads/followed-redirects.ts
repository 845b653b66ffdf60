import type { Resource } from '../../../../spec/resources.ts'
import type { Redirection } from '../../../api/redirections.ts'
import { redirects } from '../../../checks/redirects.ts'
import { inconclusive, type Context } from '../../../context.ts'
import { plainDraft } from '../../../draft.ts'
import { readOrFind } from '../../../records/read-record.ts'

/** Checks that a redirection leads where the record says. */
export async function followRedirection(
  context: Context,
  resource: Resource,
  { operation, parameter, key, property }: Redirection,
): Promise<void> {
  const made = await context.fixture(resource, { fresh: true })
  const { creation } = made ?? {}
  const record = made && creation && (await readOrFind(context, resource, made))?.record
  const [value, url] = [record?.[key] ?? null, record?.[property]]
  if (!creation || value === null || typeof url !== 'string' || !URL.canParse(url))
    throw inconclusive('No record with a URL can be created.')
  const path = { path: { [parameter]: value }, bindings: [] }
  const answer = await context.send(plainDraft(operation, path), 'valid')
  const evidence = { answer, target: context.run.client.target, pointsTo: { property, url } }
  context.judge(redirects, evidence, { answer, after: [creation] })
}
