import type { JsonObject } from '../../spec/json.ts'
import { ok, refuse, type Outcome } from '../behaviour.ts'
import { findScenario } from '../scenarios/find.ts'
import { closed, jsonAnswer, jsonBody, operation, ref } from './describe.ts'
import type { Controlled, Part } from './part.ts'
import { steered } from './steering.ts'

/** Scenarios: which there are, and which is being played. */
export function scenariosPart({ session, scenarios }: Controlled): Part {
  const show = (): Outcome =>
    ok(200, {
      scenarios: [...scenarios.values()].map(({ name, description, steps = [] }) => ({
        name,
        ...(description !== undefined && { description }),
        steps: steps.length,
      })),
      ...(session.playing && { playing: { ...session.playing } }),
    })
  return {
    paths,
    schemas,
    behaviours: {
      listScenarios: show,
      playScenario: ({ request: { body } }) =>
        steered('unknown_scenario', async () => {
          const { name } = body as { readonly name?: string }
          findScenario(scenarios, name)
          await session.scenario(name)
          return show()
        }),
      nextStep: async () =>
        (await session.nextStep())
          ? show()
          : refuse(409, 'no_next_step', 'The scenario has no further step.'),
    },
  }
}

const schemas: NonNullable<Part['schemas']> = {
  Scenarios: closed(
    {
      scenarios: {
        type: 'array',
        items: closed(
          {
            name: { type: 'string' },
            description: { type: 'string' },
            steps: { type: 'integer', minimum: 0 },
          },
          ['description'],
        ),
      },
      playing: closed({
        name: { type: 'string' },
        step: { type: 'integer', minimum: 0, description: 'How many of its steps have begun.' },
      }),
    },
    ['playing'],
  ),
}

const answers = (description: string): JsonObject => ({ 200: jsonAnswer(description, ref('Scenarios')) })

const paths: Part['paths'] = {
  '/scenarios': {
    get: operation('listScenarios', 'Scenarios', {
      summary: 'All scenarios, and the one being played',
      responses: answers('In the order in which they were given.'),
    }),
    put: operation('playScenario', 'Scenarios', {
      summary: 'Begin a scenario, in its own world; without a name, the seeded world',
      requestBody: jsonBody(closed({ name: { type: 'string' } }, ['name'])),
      responses: answers('It has begun.'),
    }),
  },
  '/scenarios/next': {
    post: operation('nextStep', 'Scenarios', {
      summary: 'Begin the next step of the scenario',
      responses: answers('It has begun.'),
    }),
  },
}
