// One search over everything, from every screen. Its palette is loaded when it is first needed.

export { loadSearchPalette } from './load-search-palette.ts';
export { closeSearch, openSearch, typedEarly, useSearchOpen } from './open-search.ts';
export { forgetAllSearches } from './recent-searches.ts';
