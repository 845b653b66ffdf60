import { expect, it, vi } from 'vitest'
import { createSecondOpinion } from '../../../contracts/proxy/second-opinion.ts'
import { loadDocument } from '../../../spec/load.ts'

vi.mock('@stoplight/prism-http/dist/validator/index.js', () => {
  throw new Error('Cannot find package')
})

it('a second opinion says which package it needs', async () => {
  await expect(createSecondOpinion(await loadDocument())).rejects.toMatchObject({
    name: 'SecondOpinionError',
    message:
      'A second opinion needs the package @stoplight/prism-http: npm install --save-dev @stoplight/prism-http@5',
  })
})
