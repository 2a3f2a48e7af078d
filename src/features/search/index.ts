// One search over everything, from every screen. Its palette is loaded when it is first needed.

export { closeSearch, openSearch, typedEarly, useSearchOpen } from './open-search.ts';
