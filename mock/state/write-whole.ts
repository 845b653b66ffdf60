import { open, rename, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Characters written at once: what they take to be made holds nobody up for long. */
const chunkSize = 64 * 1024

/**
 * Replaces a file so that at every moment either what was or what is to be is there, whole: written beside it, flushed to
 * the disk, and renamed. Answers with the characters written.
 */
export async function writeWhole(path: string, pieces: Iterable<string>): Promise<number> {
  const beside = `${path}.tmp`
  const size = await withFile(beside, 'w', async (file) => {
    let written = 0
    for (const chunk of chunksOf(pieces)) {
      await file.writeFile(chunk)
      written += chunk.length
    }
    await file.sync()
    return written
  })
  await rename(beside, path)
  await syncFolder(dirname(path))
  return size
}

/** Makes what was added to a file outlast a loss of power. */
export async function flushToDisk(path: string): Promise<void> {
  await withFile(path, 'a', (file) => file.datasync())
}

async function withFile<T>(path: string, flags: string, work: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(path, flags)
  try {
    return await work(file)
  } finally {
    await file.close()
  }
}

/** Makes the renaming last, where folders can be flushed at all. */
async function syncFolder(path: string): Promise<void> {
  await withFile(path, 'r', (folder) => folder.sync()).catch(() => undefined)
}

function* chunksOf(pieces: Iterable<string>): Iterable<string> {
  let chunk: string[] = []
  let size = 0
  for (const piece of pieces) {
    chunk.push(piece)
    size += piece.length
    if (size < chunkSize) continue
    yield chunk.join('')
    chunk = []
    size = 0
  }
  if (size > 0) yield chunk.join('')
}
