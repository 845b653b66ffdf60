import { examine } from './examine.ts'

/** Examines one document at a time for the parent process, and says what the most memory was. */
async function answer(file: string): Promise<void> {
  const examination = await examine(file)
  process.send?.({ examination, memory: process.resourceUsage().maxRSS * 1024 })
}

process.on('message', (file: string) => void answer(file))
