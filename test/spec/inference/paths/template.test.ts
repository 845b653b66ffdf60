import { describe, expect, it } from 'vitest'
import { parseTemplate, literalPath } from '../../../../spec/inference/paths/template.ts'

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
