/** What a client of the Pet Store does in a few seconds: something with every operation, some of it wrong. */
export async function visitPetStore(url: string): Promise<void> {
  const send = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Response> => {
    const json =
      body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } }
    const response = await fetch(url + path, { method, headers, ...json })
    // Read to its end, so that it is over.
    return new Response(
      response.status === 204 || response.status === 304 ? null : await response.text(),
      response,
    )
  }
  const created = async (path: string, body: unknown): Promise<number> =>
    ((await (await send('POST', path, body)).json()) as { id: number }).id

  await send('GET', '/categories')
  const category = await created('/categories', { name: 'Proxied' })
  await send('POST', '/categories', { name: 'Proxied' })
  const pet = await created('/pets', { name: 'Rex', categoryId: category })
  await send('GET', '/pets?limit=2')
  await send('GET', `/pets?status=available&categoryId=${String(category)}`)
  await send('GET', `/pets/${String(pet)}`)
  await send('GET', '/pets/999999')
  await send('GET', '/pets/0')
  await send('HEAD', `/pets/${String(pet)}`)
  await send('POST', '/pets', { name: '' })
  await send('POST', '/pets', { name: 'Rex', categoryId: 999_999 })
  await send('PUT', '/pets', {})
  await send('PATCH', `/pets/${String(pet)}`, { name: 'Max' })
  await send('GET', '/inventory')
  await send('GET', `/inventory/${String(pet)}`)
  await send('PATCH', `/inventory/${String(pet)}`, { quantity: 5 })
  const order = await created('/store/orders', { petId: pet, quantity: 1, shipDate: '2030-01-01T00:00:00Z' })
  await send('GET', '/store/orders')
  await send('GET', `/store/orders/${String(order)}`)
  await send('PATCH', `/store/orders/${String(order)}`, { shipDate: '2031-01-01T00:00:00Z' })
  await send('DELETE', `/store/orders/${String(order)}`)
  await send('GET', `/store/orders/${String(order)}`)
  await send('DELETE', `/pets/${String(pet)}`)
  await send('GET', `/categories/${String(category)}`)
  await send('DELETE', `/categories/${String(category)}`)
}
