import { describe, expect, test } from 'vitest'
import { createNotes } from '../../mock/object-notes.ts'

describe('a note on an object', () => {
  test('is found by object identity, and a later note replaces it', () => {
    const notes = createNotes<string>()
    const [one, other] = [{ id: 1 }, { id: 1 }]
    notes.set(one, 'first')
    notes.set(one, 'second')
    expect(notes.get(one)).toBe('second')
    expect(notes.get(other)).toBeUndefined()
  })

  test('is invisible on the object and not copied with it', () => {
    const notes = createNotes<string>()
    const object = { id: 1 }
    notes.set(object, 'seen')
    expect(Reflect.ownKeys(object)).toEqual(['id'])
    expect(notes.get({ ...object })).toBeUndefined()
    expect(notes.get(structuredClone(object))).toBeUndefined()
    expect(notes.get(Object.create(object) as object)).toBeUndefined()
  })

  test('works for frozen objects too', () => {
    const notes = createNotes<string>()
    const [frozen, later] = [Object.freeze({ id: 1 }), { id: 2 }]
    notes.set(frozen, 'frozen')
    notes.set(later, 'before')
    Object.freeze(later)
    notes.set(later, 'after')
    expect(notes.get(frozen)).toBe('frozen')
    expect(notes.get(later)).toBe('after')
  })

  test('is separate for each kind of note', () => {
    const [some, others] = [createNotes<string>(), createNotes<string>()]
    const object = {}
    some.set(object, 'some')
    expect(others.get(object)).toBeUndefined()
  })
})
