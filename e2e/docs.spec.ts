import { expect, test } from './support/test.ts'

test.use({ root: '/ci' })

test('the documentation comes with the server, and none of its links leads nowhere', async ({
  server,
  page,
}) => {
  const start = `${server.url}/docs/`
  const waiting = [start]
  const seen = new Set(waiting)
  const dead: string[] = []
  for (let address = waiting.shift(); address; address = waiting.shift()) {
    const answer = await page.goto(address)
    // Outside of the documentation the server answers every address with the page: only its home is meant.
    const isMeant = address.startsWith(start) || address === `${server.url}/`
    if (!answer?.ok() || !isMeant) dead.push(address)
    const isPage = answer?.headers()['content-type']?.startsWith('text/html') ?? false
    if (!isPage || !address.startsWith(start)) continue
    const links = await page
      .locator('a[href], img[src]')
      .evaluateAll((elements) =>
        elements.map((one) =>
          one instanceof HTMLAnchorElement ? one.href : (one.getAttribute('src') ?? ''),
        ),
      )
    for (const link of links) {
      const target = new URL(link, address)
      target.hash = ''
      if (target.origin !== new URL(start).origin || seen.has(target.href)) continue
      seen.add(target.href)
      waiting.push(target.href)
    }
  }
  expect(dead).toEqual([])
  expect(seen.size, 'pages and pictures').toBeGreaterThan(6)
})
