import { describe, expect, it } from 'vitest'

import { aFeedItem } from '../../testing/fixtures.ts'
import { feedFiltersIn, filterFeed, isFiltering } from './feedFilters.ts'

const items = [
  aFeedItem({ number: 1, status: 'failure', event: 'push', message: 'fix: uploads', branch: 'main' }),
  aFeedItem({
    number: 2,
    status: 'success',
    event: 'tag',
    message: 'v1',
    ref: 'refs/tags/v1',
    author: 'Bob',
  }),
  aFeedItem({ number: 3, status: 'failure', event: 'pull_request', full_name: 'acme/web', title: 'Retry' }),
]
const numbers = (search: Record<string, unknown>) =>
  filterFeed(items, feedFiltersIn(search)).map(({ number }) => number)

describe('the filters of the feed', () => {
  it.each([
    [{}, [1, 2, 3]],
    [{ feedStatus: 'failure' }, [1, 3]],
    [{ feedEvent: 'tag' }, [2]],
    [{ feedStatus: 'failure', feedEvent: 'push' }, [1]],
    [{ feedBranch: 'AI' }, [1, 2, 3]],
    [{ feedBranch: 'old' }, []],
    [{ feedAuthor: ' bO ' }, [2]],
    [{ feedAuthor: 'bob', feedStatus: 'failure' }, []],
    [{ feedText: 'web' }, [3]],
    [{ feedText: 'bob' }, [2]],
    [{ feedText: 'FIX main' }, [1, 3]],
    [{ feedText: 'FIX main api' }, [1]],
    [{ feedText: '#3' }, [3]],
    [{ feedText: 'tags/v1' }, [2]],
    [{ feedText: 'retry' }, [3]],
    [{ feedText: 'nowhere' }, []],
    [{ feedText: 'web', feedStatus: 'success' }, []],
  ])('%j let %j through', (search, shown) => {
    expect(numbers(search)).toEqual(shown)
  })

  it.each([
    { feedStatus: 'nonsense', feedEvent: '__proto__', feedText: '   ', feedBranch: ' ', feedAuthor: {} },
    { feedStatus: ['failure'], feedEvent: 7, feedText: null },
    { status: 'failure', q: 'x' },
  ])('are none in an address with %j', (search) => {
    expect(isFiltering(feedFiltersIn(search))).toBe(false)
    expect(filterFeed(items, feedFiltersIn(search))).toBe(items)
  })
})
