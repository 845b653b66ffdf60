import { describe, expect, it } from 'vitest'
import { runDefaults } from '../../../contracts/options.ts'
import { createPlan } from '../../../contracts/plan.ts'
import { loadDocument } from '../../../spec/load.ts'

const document = await loadDocument()

const pathsOf = (only?: string): readonly string[] =>
  createPlan(document, { ...runDefaults, only }).phases.flatMap(({ cases }) => cases.map(({ path }) => path))

describe('the only cases of a plan', () => {
  it('are one by its path', () => {
    expect(pathsOf('coverage/createPet/accepted')).toEqual(['coverage/createPet/accepted'])
  })

  it('are all whose paths match, with * for anything', () => {
    expect(pathsOf('stateful/*/life')).toEqual(pathsOf().filter((path) => /^stateful\/.*\/life$/.test(path)))
    expect(pathsOf('stateful/*/life').length).toBeGreaterThan(1)
  })

  it('may be of several operations', () => {
    const ofPets = ['coverage/createPet/accepted', 'coverage/updatePet/accepted']
    expect(pathsOf('coverage/*Pet/accepted')).toEqual(expect.arrayContaining(ofPets))
    expect(pathsOf('coverage/*Pet/accepted')).not.toContain('coverage/listPets/accepted')
  })
})
