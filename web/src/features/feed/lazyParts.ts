import { texts } from '../../i18n/texts.ts'
import { lazyPart } from '../../ui/lazyPart.tsx'

/*
 * Parts of the feed that most people never open. Their texts do not come with the page (`i18n/areas.ts`), so that code
 * and texts are fetched together.
 */
const filterBar = () => import('./FeedFilterBar.tsx')

export const FeedFilterBar = lazyPart(
  async () => (await Promise.all([filterBar(), texts.whole()]))[0].FeedFilterBar,
)
export const NoFeedMatch = lazyPart(
  async () => (await Promise.all([filterBar(), texts.whole()]))[0].NoFeedMatch,
)
export const NoticeOffer = lazyPart(
  async () => (await Promise.all([import('./NoticeOffer.tsx'), texts.whole()]))[0].NoticeOffer,
)
