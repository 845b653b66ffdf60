import { examine } from './examine.ts'

/** Examines one document at a time for the parent process, and reports peak memory in bytes and CPU time in seconds. */
async function answer(file: string): Promise<void> {
  const before = process.cpuUsage()
  const examination = await examine(file)
  const { user, system } = process.cpuUsage(before)
  const work = (user + system) / 1e6
  process.send?.({ examination, memory: process.resourceUsage().maxRSS * 1024, work })
}

process.on('message', (file: string) => void answer(file))
