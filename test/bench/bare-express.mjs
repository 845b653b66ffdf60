import express from 'express'

express()
  .use(express.json())
  .get('/categories/:id', (request, response) =>
    response.json({ id: Number(request.params.id), name: 'Dogs' }),
  )
  .listen(Number(process.argv[2]), '127.0.0.1')
