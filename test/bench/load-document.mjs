// Loads a document, or serves one request from it, and sends a message when done.
const [role, file, path] = process.argv.slice(2)

if (role === 'load') {
  const { loadDocument } = await import('../../dist/spec/load.js')
  await loadDocument(file)
} else {
  const { createMock } = await import('../../dist/mock/index.js')
  const { startServer } = await import('../../dist/mock/adapters/server.js')
  const { url } = await startServer(await createMock({ document: file }), { port: 0, host: '127.0.0.1' })
  await (await fetch(url + path)).arrayBuffer()
}
process.send({ done: true })
