import { screen, waitFor, within } from '@testing-library/react'
import { type Config, type Pipeline, pipelineRoutes } from '@yaffle/contract/pipelines'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { failure, fakeApi, never, reply } from '../../testing/fakeApi.ts'
import { aConfig, aPerm, aPipeline } from '../../testing/fixtures.ts'
import { harmOn, payloads } from '../../testing/hostile.ts'
import { toasts } from '../../ui/toasts.ts'
import { access, has, showSteps } from './testing/pages.tsx'

afterEach(() => {
  for (const { id } of toasts.list()) toasts.dismiss(id)
  vi.unstubAllGlobals()
})

const blocked = aPipeline({ status: 'blocked', event: 'pull_request', from_fork: true, workflows: [] })
const ran = aPipeline({ number: 120, status: 'success', event: 'push', branch: access.repo.default_branch })

const base64 = (text: string) =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCodePoint(byte)).join(''))
const files = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).map(([name, text]) => aConfig({ name, data: base64(text) }))

interface Server {
  list?: () => Pipeline[] | Promise<never>
  before?: Config[]
  now?: Config[]
}
/** A server where pipeline 120 ran with some files, and 128 waits with others. */
const server = ({ list = () => [ran], before = [], now = [] }: Server) =>
  fakeApi(
    has(blocked),
    reply(pipelineRoutes.list, list),
    reply(pipelineRoutes.config, ({ params }) => (params.number === 128 ? now : before)),
  )
const compared = (before: Readonly<Record<string, string>>, now: Readonly<Record<string, string>>) => {
  server({ before: files(before), now: files(now) })
  return showSteps()
}

const region = () => screen.findByRole('region', { name: 'The pipeline’s own configuration' })
const warning = 'The pipeline’s own configuration was changed'
const unknown = 'It is not known whether the pipeline’s own configuration was changed'
/** What must not be there when it is not known. */
const expectNothingClaimed = (place: HTMLElement) =>
  expect(place.textContent).not.toMatch(/unchanged|configuration was changed$/)
const expectWayToConfig = (place: HTMLElement) =>
  expect(within(place).getByRole('link', { name: 'Read the whole configuration' }).getAttribute('href')).toBe(
    '/repos/1/pipeline/128/config',
  )

describe('what a blocked pipeline changes about itself', () => {
  it('is not read for those who may not decide', async () => {
    // The neighbours of a pipeline are read from the same list, of all events.
    const events: (string | undefined)[] = []
    const { calls } = fakeApi(
      has(blocked),
      reply(pipelineRoutes.list, ({ query }) => {
        events.push(query.event)
        return [ran]
      }),
    )
    showSteps(undefined, { given: { ...access, perm: aPerm({ push: false, admin: false }) } })
    await screen.findByText(/Somebody who may push/)
    expect(screen.queryByRole('region', { name: 'The pipeline’s own configuration' })).toBeNull()
    expect(calls.filter((call) => call.endsWith('/config'))).toEqual([])
    expect(events.filter((event) => event !== undefined)).toEqual([])
  })

  it('is being compared at first, while the decision is possible', async () => {
    server({ list: never })
    showSteps()
    const place = await region()
    expect(within(place).getByRole('status').textContent).toMatch(/^Comparing/)
    expectNothingClaimed(place)
    expect(screen.getByRole('button', { name: 'Approve' })).toBeDefined()
  })

  it('is one calm line when nothing changed', async () => {
    compared({ build: 'a: 1' }, { build: 'a: 1' })
    const place = await region()
    await within(place).findByText('The pipeline’s own configuration is unchanged since #120')
    expect(place.querySelector('pre')).toBeNull()
  })

  it('is shown line by line above the decision, with a warning', async () => {
    compared(
      { build: 'steps:\n  - name: test\n    image: alpine\n', lint: 'a: 1' },
      { build: 'steps:\n  - name: test\n    image: evil\n', lint: 'a: 1' },
    )
    const place = await region()
    await within(place).findByText(warning)
    expect(place.textContent).toContain(`Compared with #120, the last pipeline that ran for ${ran.branch}`)
    expectWayToConfig(place)
    const code = within(place).getByLabelText('build', { selector: 'pre' })
    expect(code.textContent.split('\n')).toEqual([
      ' steps:',
      '   - name: test',
      '−Removed line:    image: alpine',
      '+Added line:    image: evil',
      '',
    ])
    expect(within(place).getByText('Changed')).toBeDefined()
    expect(within(place).getByText('1 other file is unchanged.')).toBeDefined()
    expect(within(place).queryByLabelText('lint')).toBeNull()
    const approve = screen.getByRole('button', { name: 'Approve' })
    expect(code.compareDocumentPosition(approve)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  it('names files that came and went', async () => {
    compared({ old: 'a: 1' }, { new: 'b: 2\nc: 3' })
    const place = await region()
    await within(place).findByText('Added')
    expect(within(place).getByLabelText('new').textContent).toBe('+Added line:b: 2\n+Added line:c: 3\n')
    expect(within(place).getByText('Removed')).toBeDefined()
    expect(within(place).getByLabelText('old').textContent).toBe('−Removed line:a: 1\n')
  })

  it('tells of changes that cannot be seen', async () => {
    compared({ build: 'a: 1\n' }, { build: 'a: 1\r\n' })
    const place = await region()
    await within(place).findByText(warning)
    expect(place.textContent).toContain('Only line endings differ')
  })

  it('marks characters that cannot be seen', async () => {
    compared({ build: 'a: png' }, { build: 'a: \u202egnp' })
    const place = await region()
    expect((await within(place).findByRole('img', { name: /U\+202E/ })).textContent).toBe('U+202E')
  })

  it('leaves lines out that are far from the changes, and those that are too many', async () => {
    const lines = Array.from({ length: 500 }, (_, at) => `a${at}: 1`)
    compared(
      { build: lines.join('\n') },
      { build: lines.with(20, 'x: 1').join('\n'), more: lines.join('\n') },
    )
    const place = await region()
    await within(place).findByText('17 unchanged lines')
    expect(within(place).getByText('476 unchanged lines')).toBeDefined()
    expect(within(place).queryByText(/not shown here/)?.textContent).toBe(
      '300 more lines are not shown here. Read the whole configuration',
    )
    expect(within(place).getByLabelText('more').querySelectorAll('code > span')).toHaveLength(200)
  })

  it('says so where too much differs', async () => {
    const text = (word: string) => Array.from({ length: 1_500 }, (_, at) => `${word}${at}: 1`).join('\n')
    compared({ build: text('a') }, { build: text('b') })
    const place = await region()
    const note = await within(place).findByText(/^Too many lines differ to show them here/)
    expectWayToConfig(note)
  })

  it('is not known where nothing ran before', async () => {
    server({ list: () => [{ ...ran, status: 'declined', started: 0 }], now: files({ build: 'a: 1' }) })
    showSteps()
    const place = await region()
    await within(place).findByText(unknown)
    expect(place.textContent).toContain(`No earlier pipeline that ran for ${ran.branch} was found`)
    expectNothingClaimed(place)
    expectWayToConfig(place)
  })

  it.each([
    ['the one before', { before: [], now: files({ build: 'a: 1' }) }, 120],
    ['this one', { before: files({ build: 'a: 1' }), now: [] }, 128],
    ['either', { before: [], now: [] }, 128],
  ])('is not known where no files of %s are stored', async (_, stored, number) => {
    server(stored)
    showSteps()
    const place = await region()
    await within(place).findByText(unknown)
    expect(place.textContent).toContain(`No pipeline files are stored for #${number}.`)
    expectNothingClaimed(place)
    expectWayToConfig(place)
  })

  it('is not known when it cannot be read, once and quietly, and can be tried again', async () => {
    let isBroken = true
    fakeApi(
      has(blocked),
      reply(pipelineRoutes.list, () => [ran]),
      reply(pipelineRoutes.config, () =>
        isBroken ? failure(500, 'disk on fire') : files({ build: 'a: 1' }),
      ),
    )
    const { user } = showSteps()
    const place = await region()
    await within(place).findByText(unknown)
    expect(place.textContent).toContain('disk on fire')
    expectNothingClaimed(place)
    expectWayToConfig(place)
    expect(toasts.list()).toEqual([])
    isBroken = false
    await user.click(within(place).getByRole('button', { name: 'Try again' }))
    await within(place).findByText('The pipeline’s own configuration is unchanged since #120')
  })

  it.each([
    ['was changed', { build: 'a: 2' }, warning],
    ['is not known', {}, unknown],
  ])('stands in the question, too, where it %s', async (_, now, words) => {
    const { user } = compared({ build: 'a: 1' }, now)
    await user.click(await screen.findByRole('button', { name: 'Approve' }))
    const question = await screen.findByRole('dialog', { name: 'Approve pipeline #128?' })
    await within(question).findByText(words)
  })

  it('is no part of the question where nothing changed', async () => {
    const { user } = compared({ build: 'a: 1' }, { build: 'a: 1' })
    await screen.findByText(/is unchanged since/)
    await user.click(screen.getByRole('button', { name: 'Approve' }))
    const question = await screen.findByRole('dialog', { name: 'Approve pipeline #128?' })
    await waitFor(() => expect(question.textContent).toContain('It runs what was sent'))
    expect(question.textContent).not.toMatch(/configuration/)
  })

  it.each(payloads.map((payload, seed) => [seed, payload]))('is harmless, round %i', async (_, payload) => {
    const { page } = compared(
      { [payload]: `a: ${payload}\nb: 1` },
      { [payload]: `a: "${payload}"\n${payload}: 1`, [`new ${payload}`]: payload },
    )
    const place = await region()
    await within(place).findByText(warning)
    expect(harmOn(page)).toEqual([])
  })
})
