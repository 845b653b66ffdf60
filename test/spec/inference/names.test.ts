import { describe, expect, it } from 'vitest'
import { parseTemplate, literalPath } from '../../../spec/inference/paths/template.ts'
import { normalizeName, singular, wordsOf } from '../../../spec/inference/prose/words.ts'

describe('words', () => {
  it.each([
    ['pets', 'pet'],
    ['categories', 'category'],
    ['Addresses', 'Address'],
    ['boxes', 'box'],
    ['branches', 'branch'],
    ['statuses', 'status'],
    ['status', 'status'],
    ['people', 'person'],
    ['children', 'child'],
    ['shelves', 'shelf'],
    ['series', 'series'],
    ['news', 'news'],
    ['databases', 'database'],
    ['cookies', 'cookie'],
    ['pet', 'pet'],
  ])('one of %s is a %s', (many, one) => {
    expect(singular(many)).toBe(one)
  })

  it.each([
    ['petId', ['pet', 'id']],
    ['pet_id', ['pet', 'id']],
    ['userID', ['user', 'id']],
    ['HTTPStatus', ['http', 'status']],
    ['page[size]', ['page', 'size']],
    ['x2y', ['x2y']],
    ['', []],
  ])('the words of %j', (name, words) => {
    expect(wordsOf(name)).toEqual(words)
  })

  it('names are compared without case and punctuation', () => {
    expect(['page_size', 'pageSize', 'page[size]', 'Page-Size'].map(normalizeName)).toEqual(
      Array.from({ length: 4 }, () => 'pagesize'),
    )
  })
})

describe('path templates', () => {
  it.each([
    ['/', '/', '/'],
    ['/pets', '/pets', '/pets'],
    ['/pets/', '/pets', '/pets'],
    ['/stores/{id}/pets/{petId}', '/stores/{}/pets/{}', '/stores/pets'],
    ['/pets/{id}.json', '/pets/{}', '/pets'],
    ['/pets.{format}', '/pets', '/pets'],
    ['/pets/{id}:feed', '/pets/{}/:feed', '/pets/:feed'],
    ['/Pets({id})', '/Pets/{}', '/Pets'],
    ['/at/{lat},{long}', '/at/{lat},{long}', '/at/{lat},{long}'],
    ['/pets?all=1#top', '/pets', '/pets'],
  ])('%s', (path, key, text) => {
    const template = parseTemplate(path)
    expect(template.key).toBe(key)
    expect(literalPath(template.segments)).toBe(text)
  })
})
