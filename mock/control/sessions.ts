import { ok, refuse } from '../behaviour.ts'
import { closed, jsonAnswer, noContent, operation, pathParameter } from './describe.ts'
import type { Controlled, Part } from './part.ts'

/** `/sessions`: the open sessions of the whole mock. */
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
      summary: 'List the open sessions',
      description:
        'A request opens a session by naming it: with the header `X-Stablehand-Session`, the path prefix `/_s/{name}`, or the cookie `stablehand_session`.',
      responses: {
        200: jsonAnswer(
          'The sessions, least recently used first.',
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
    parameters: [pathParameter('name', 'Name of the session.', { type: 'string' })],
    delete: operation('endSession', 'Sessions', {
      summary: 'Close a session',
      responses: { 204: noContent('The session was closed. The next request for it opens a new one.') },
    }),
  },
}
