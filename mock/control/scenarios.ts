import type { JsonObject } from '../../spec/json.ts'
import { ok, refuse, type Outcome } from '../behaviour.ts'
import { findScenario } from '../scenarios/find.ts'
import { closed, jsonAnswer, jsonBody, operation, ref } from './describe.ts'
import { orInvalid } from './or-invalid.ts'
import type { Controlled, Part } from './part.ts'

/** `/scenarios`: starts scenarios and their steps. */
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
        orInvalid('unknown_scenario', async () => {
          const { name } = body as { readonly name?: string }
          findScenario(scenarios, name)
          await session.scenario(name)
          return show()
        }),
      nextStep: async () =>
        (await session.nextStep()) ? show() : refuse(409, 'no_next_step', 'There is no next step.'),
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
        step: { type: 'integer', minimum: 0, description: 'Number of steps that have started.' },
      }),
    },
    ['playing'],
  ),
}

const answers = (description: string): JsonObject => ({ 200: jsonAnswer(description, ref('Scenarios')) })

const paths: Part['paths'] = {
  '/scenarios': {
    get: operation('listScenarios', 'Scenarios', {
      summary: 'List all scenarios, and the running one',
      responses: answers('The scenarios, in the order they were defined.'),
    }),
    put: operation('playScenario', 'Scenarios', {
      summary: 'Start a scenario in its own world',
      description: 'Without `name`, the running scenario ends and the seeded world is restored.',
      requestBody: jsonBody(closed({ name: { type: 'string' } }, ['name'])),
      responses: answers('The scenarios, with the running one.'),
    }),
  },
  '/scenarios/next': {
    post: operation('nextStep', 'Scenarios', {
      summary: 'Start the next step of the running scenario',
      responses: answers('The scenarios, with the running one.'),
    }),
  },
}
