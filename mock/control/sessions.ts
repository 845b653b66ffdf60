import { ok, refuse } from '../behaviour.ts'
import { closed, jsonAnswer, noContent, operation, pathParameter } from './describe.ts'
import type { Controlled, Part } from './part.ts'

/** The sessions that are open, whichever of them is asked. */
export function sessionsPart({ sessions }: Controlled): Part {
  return {
    paths,
    behaviours: {
      listSessions: () =>
        ok(200, {
          sessions: sessions.list().map(({ session, scenario, idle }) => ({
            ...(session !== undefined && { session }),
            ...(scenario !== undefined && { scenario }),
            idle,
          })),
        }),
      endSession: ({ request }) => {
        const { name } = request.path as { readonly name: string }
        return sessions.drop(name) ? ok(204) : refuse(404, 'not_found', `There is no session '${name}'.`)
      },
    },
  }
}

const paths: Part['paths'] = {
  '/sessions': {
    get: operation('listSessions', 'Sessions', {
      summary: 'The sessions that are open',
      description: 'A request begins one by naming it: `X-Stablehand-Session`, `/_s/{name}/…`, or a cookie.',
      responses: {
        200: jsonAnswer(
          'The one used last at the end.',
          closed({
            sessions: {
              type: 'array',
              items: closed(
                {
                  session: { type: 'string' },
                  scenario: { type: 'string' },
                  idle: { type: 'integer', minimum: 0, description: 'Seconds since the last request.' },
                },
                ['session', 'scenario'],
              ),
            },
          }),
        ),
      },
    }),
  },
  '/sessions/{name}': {
    parameters: [pathParameter('name', 'Of the session.', { type: 'string' })],
    delete: operation('endSession', 'Sessions', {
      summary: 'End a session',
      responses: { 204: noContent('A later request begins it anew.') },
    }),
  },
}
