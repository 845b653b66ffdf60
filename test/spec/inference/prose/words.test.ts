import { describe, expect, it } from 'vitest'
import { normalizeName, singular, wordsOf } from '../../../../spec/inference/prose/words.ts'

describe('names', () => {
  it.each([
    ['pets', 'pet'],
    ['categories', 'category'],
    ['Addresses', 'Address'],
    ['boxes', 'box'],
    ['branches', 'branch'],
    ['statuses', 'status'],
    ['warehouses', 'warehouse'],
    ['causes', 'cause'],
    ['uses', 'use'],
    ['status', 'status'],
    ['people', 'person'],
    ['children', 'child'],
    ['shelves', 'shelf'],
    ['series', 'series'],
    ['news', 'news'],
    ['databases', 'database'],
    ['cookies', 'cookie'],
    ['apis', 'api'],
    ['skus', 'sku'],
    ['analysis', 'analysis'],
    ['botAliases', 'botAlias'],
    ['route-analyses', 'route-analysis'],
    ['Children', 'Child'],
    ['store_houses', 'store_house'],
    ['pet', 'pet'],
  ])('the singular of %s is %s', (many, one) => {
    expect(singular(many)).toBe(one)
  })

  it.each([
    ['petId', ['pet', 'id']],
    ['pet_id', ['pet', 'id']],
    ['userID', ['user', 'id']],
    ['userIDs', ['user', 'ids']],
    ['ISBNs are unique', ['isbns', 'are', 'unique']],
    ['HTTPStatus', ['http', 'status']],
    ['page[size]', ['page', 'size']],
    ['x2y', ['x2y']],
    ['', []],
  ])('the words of %j are split', (name, words) => {
    expect(wordsOf(name)).toEqual(words)
  })

  it('are compared without case and punctuation', () => {
    expect(['page_size', 'pageSize', 'page[size]', 'Page-Size'].map(normalizeName)).toEqual(
      Array.from({ length: 4 }, () => 'pagesize'),
    )
  })
})
