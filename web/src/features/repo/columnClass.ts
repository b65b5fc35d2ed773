/** The column of ordinary pages, for states that come before a page is known. */
export const columnClass = 'mx-auto w-full max-w-[64rem] px-4 sm:px-6'
