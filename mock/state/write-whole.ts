import { open, rename, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Characters per write: few enough that serializing them does not block the event loop for long. */
const chunkSize = 64 * 1024

/**
 * Replaces a file atomically: writes a temporary file, flushes it to disk, and renames it. Resolves to the number of characters
 * written.
 */
export async function writeWhole(path: string, pieces: Iterable<string>): Promise<number> {
  const temporary = `${path}.tmp`
  const size = await withFile(temporary, 'w', async (file) => {
    let written = 0
    for (const chunk of chunksOf(pieces)) {
      await file.writeFile(chunk)
      written += chunk.length
    }
    await file.sync()
    return written
  })
  await rename(temporary, path)
  await syncFolder(dirname(path))
  return size
}

/** Flushes appended data to disk, so that it survives a power failure. */
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

/** Flushes the renaming to disk, on systems that can flush folders. */
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
