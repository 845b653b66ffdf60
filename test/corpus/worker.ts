import { examine } from './examine.ts'

/** Examines one document at a time for the parent process, and says what the most memory was. */
process.on('message', (file: string) => {
  void examine(file).then((examination) => {
    process.send?.({ examination, memory: process.resourceUsage().maxRSS * 1024 })
  })
})
