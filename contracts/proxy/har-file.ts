import { open, type FileHandle } from 'node:fs/promises'

/** An HTTP Archive (HAR 1.2) that is whole after each entry, however the process ends. */
export interface HarFile {
  /** `entry`: an entry object. Entries are written one after another, in order. */
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
    // The foot is overwritten by the entry and the next foot, at one go.
    const length = Buffer.byteLength(text)
    await write(file, text + foot, end)
    end += length
  }
  return {
    add(entry) {
      const text = `${separator}${JSON.stringify(entry)}`
      separator = ',\n'
      last = last.then(() => append(text))
      // Told when it is closed.
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

/** The position after the text. */
async function write(file: FileHandle, text: string, position: number): Promise<number> {
  const bytes = Buffer.from(text, 'utf8')
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done)
    done += bytesWritten
  }
  return position + bytes.length
}
