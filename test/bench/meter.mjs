// Loaded into each measured process before anything else (`--import`): tells its CPU time and memory when asked.
process.on('message', (asked) => {
  if (asked !== 'meter') return
  globalThis.gc?.()
  const { user, system } = process.cpuUsage()
  process.send({ cpu: user + system, rss: process.memoryUsage.rss() })
})
