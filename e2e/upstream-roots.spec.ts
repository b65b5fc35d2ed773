import { expect, test } from './support/inFront.ts'
import { shortDay } from './support/shortDay.ts'

test.use({ actionTimeout: 20_000 })

for (const roots of [
  { theirs: '', ours: '' },
  { theirs: '/ci', ours: '/ci' },
]) {
  test.describe(`a server at ${roots.theirs || '/'}, seen at ${roots.ours || '/'}`, () => {
    test.use({ roots })

    test('is used from signing in to signing out', async ({ simulator, front, page, complaints }) => {
      test.setTimeout(300_000)
      await shortDay(page, front.url, simulator)
      expect(complaints.unexpected()).toEqual([])
    })
  })
}
