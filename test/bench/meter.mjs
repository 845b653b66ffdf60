// Preloaded into each measured process (`--import`). Reports CPU time and memory on request.
process.on('message', (message) => {
  if (message !== 'meter') return
  globalThis.gc?.()
  const { user, system } = process.cpuUsage()
  process.send({ cpu: user + system, rss: process.memoryUsage.rss() })
})
