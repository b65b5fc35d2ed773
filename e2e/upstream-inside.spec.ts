import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

import { startSimulator } from './simulator/simulator.ts'
import { listenForComplaints } from './support/complaints.ts'
import { shortDay } from './support/shortDay.ts'
import { expect, test } from './support/test.ts'

test.use({ actionTimeout: 20_000 })

const folder = join(import.meta.dirname, '../web/dist')

test('the built folder is the interface of a Woodpecker server, from signing in to signing out', async ({
  page,
  context,
}) => {
  test.setTimeout(300_000)
  const complaints = listenForComplaints(context)
  const simulator = await startSimulator({ root: '/ci', folder })
  const answers: [path: string, status: number, type: string][] = []
  context.on('response', (response) => {
    const { origin, pathname } = new URL(response.url())
    if (origin === new URL(simulator.url).origin)
      answers.push([pathname, response.status(), response.headers()['content-type'] ?? ''])
  })
  try {
    await shortDay(page, simulator.url, simulator)
    expect(complaints.unexpected()).toEqual([])
    expect(simulator.violations).toEqual([])

    const files = answers.filter(([path]) => /\/(?:assets|favicons)\//.test(path))
    expect(files.length).toBeGreaterThan(10)
    expect(files.filter(([, status, type]) => status !== 200 || type === '')).toEqual([])
    expect(answers.filter(([path]) => !path.startsWith('/ci/'))).toEqual([])
    for (const name of ['web-config.js', 'assets/custom.js', 'assets/custom.css'])
      expect(answers.filter(([path]) => path === `/ci/${name}`).length, name).toBeGreaterThan(0)
  } finally {
    await simulator.stop()
  }
})

for (const root of ['', '/ci'])
  test(`all of the folder can be served at ${root || '/'}: nothing has another type, and every favicon is there`, async () => {
    const simulator = await startSimulator({ root, folder })
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    const paths = entries
      .filter((entry) => entry.isFile() && entry.name !== 'index.html')
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length))
    const answers = await Promise.all(paths.map((path) => fetch(simulator.url + path)))
    const lacking = answers.filter(({ headers }) => !headers.get('content-type'))
    expect(lacking.map(({ url }) => url)).toEqual([])
    const texts = await Promise.all(answers.map(async (answer) => [answer.url, await answer.text()] as const))
    expect(texts.filter(([, text]) => text.includes('BASE_PATH')).map(([url]) => url)).toEqual([])
    for (const theme of ['light', 'dark'])
      for (const status of ['default', 'success', 'pending', 'error'])
        for (const type of ['png', 'svg'])
          expect(paths).toContain(`/favicons/favicon-${theme}-${status}.${type}`)
    const page = await (await fetch(`${simulator.url}/any/page`)).text()
    const addresses = [...page.matchAll(/ (?:src|href)="([^"]*)"/g)].map(([, address = '']) => address)
    for (const own of ['web-config.js', 'assets/custom.js', 'assets/custom.css'])
      expect(addresses.filter((address) => address.endsWith(own))).toEqual([`${root}/${own}`])
    expect(addresses.filter((address) => !new RegExp(`^${root}/[\\w-]`).test(address))).toEqual([])
    expect(page).not.toContain('/ci/ci/')
    expect(page).toMatch(/id="favicon-png"[^]*id="favicon-svg"/)
    await simulator.stop()
  })
