import { open, type FileHandle } from 'node:fs/promises'

/** A file in HTTP Archive format (HAR 1.2) that is complete after each entry, however the process ends. */
export interface HarFile {
  /** Appends an entry object. Entries are written in order. */
  add(entry: object): void
  /** Rejects when the file could not be written. */
  close(): Promise<void>
}

const foot = '\n]}}\n'

/** Creates or overwrites the file. Rejects when that is impossible. */
export async function createHarFile(
  path: string,
  creator: { readonly name: string; readonly version: string },
): Promise<HarFile> {
  const file = await open(path, 'w')
  const head = `{"log":{"version":"1.2","creator":${JSON.stringify(creator)},"entries":[`
  let end = await write(file, head, 0)
  let separator = '\n'
  let last: Promise<void> = write(file, foot, end).then(() => undefined)
  const append = async (text: string): Promise<void> => {
    // One write replaces the foot by the entry and a new foot.
    const length = Buffer.byteLength(text)
    await write(file, text + foot, end)
    end += length
  }
  return {
    add(entry) {
      const text = `${separator}${JSON.stringify(entry)}`
      separator = ',\n'
      last = last.then(() => append(text))
      // `close()` reports the failure.
      last.catch(() => undefined)
    },
    async close() {
      try {
        await last
      } finally {
        await file.close()
      }
    },
  }
}

/** Writes a text and resolves with the position after it. */
async function write(file: FileHandle, text: string, position: number): Promise<number> {
  const bytes = Buffer.from(text, 'utf8')
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done)
    done += bytesWritten
  }
  return position + bytes.length
}
