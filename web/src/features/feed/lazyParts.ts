import { texts } from '../../i18n/texts.ts'
import { lazyScreen } from '../../ui/lazyScreen.ts'

/*
 * Parts of the feed that most people never open. Their texts do not come with the page (`i18n/areas.ts`), so that code
 * and texts are fetched together.
 */
const filterBar = () => import('./FeedFilterBar.tsx')

export const FeedFilterBar = lazyScreen(
  async () => (await Promise.all([filterBar(), texts.whole()]))[0].FeedFilterBar,
)
export const NoFeedMatch = lazyScreen(
  async () => (await Promise.all([filterBar(), texts.whole()]))[0].NoFeedMatch,
)
export const NoticeOffer = lazyScreen(
  async () => (await Promise.all([import('./NoticeOffer.tsx'), texts.whole()]))[0].NoticeOffer,
)
