/** Loads the palette: when it is first opened, and in advance for use offline. */
export const loadSearchPalette = async () => (await import('./search-palette.tsx')).SearchPalette;
