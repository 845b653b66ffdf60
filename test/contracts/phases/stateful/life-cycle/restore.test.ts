import { expect, it } from 'vitest'
import { describeApi } from '../../../../../contracts/api/api.ts'
import { restorationOf } from '../../../../../contracts/phases/stateful/life-cycle/restore.ts'
import { loadDocument } from '../../../../../spec/load.ts'
import { answer, at, create, gone, list, read } from '../../../support/document-parts.ts'

/** Whether what is deleted is told to come back, by the words of its deletion and of what restores. */
async function isRestored(removal: string, restore: string, path = '/notes'): Promise<boolean> {
  const document = await loadDocument({
    openapi: '3.1.0',
    info: { title: 'Notes', version: '1' },
    paths: {
      [path]: { get: list(), post: create },
      [`${path}/{id}`]: { ...at('id'), get: read, delete: { summary: removal, ...gone } },
      [`${path}/{id}/restore`]: { ...at('id'), post: { summary: restore, ...answer(200, {}) } },
    },
  })
  const api = describeApi(document)
  return api.model.resources.some((resource) => restorationOf(api, resource) !== undefined)
}

it.each([
  ['Delete a note', 'Restore a deleted note', '/notes'],
  ['Move a note to the trash', 'Restore a note', '/notes'],
  ['Delete a note; it can be restored for 30 days', 'Restore a note', '/notes'],
  ['Soft-delete a note; it is permanently removed after 30 days', 'Restore a note', '/notes'],
])('deleted records are restored: %s, %s', async (removal, restore, path) => {
  expect(await isRestored(removal, restore, path)).toBe(true)
})

it.each([
  ['Delete a backup', 'Restore the data of a backup', '/backups'],
  ['Permanently delete a note', 'Restore a deleted note', '/notes'],
  ['Delete a note. This cannot be undone.', 'Restore a deleted note', '/notes'],
  ['Delete it', 'Recover a deleted note', '/deletedNotes'],
])('deleted records may stay deleted: %s, %s', async (removal, restore, path) => {
  expect(await isRestored(removal, restore, path)).toBe(false)
})
