interface DeviceChoice<T extends string> {
  read: () => T;
  apply: (value: T) => void;
}

/**
 * A choice of the person's own that this device keeps. What is not the usual one stands as a `data-` attribute at the
 * root of the page; head.js puts it there before the first paint.
 */
function deviceChoice<T extends string>(
  key: string,
  usual: T,
  others: readonly T[],
  show: (value: T) => void = () => undefined,
): DeviceChoice<T> {
  return {
    read() {
      const kept = localStorage.getItem(key);
      return others.find((value) => value === kept) ?? usual;
    },
    apply(value) {
      if (value === usual) {
        localStorage.removeItem(key);
        delete document.documentElement.dataset[key];
      } else {
        localStorage.setItem(key, value);
        document.documentElement.dataset[key] = value;
      }
      show(value);
    },
  };
}

export const theme = deviceChoice('theme', 'system', ['light', 'dark'], colourWindow);
export const textSize = deviceChoice('text', 'normal', ['large', 'larger']);
export const motion = deviceChoice('motion', 'system', ['off']);

/** What the browser itself draws follows the theme; head.js does the same before the first paint. */
function colourWindow(chosen: 'system' | 'light' | 'dark'): void {
  for (const colour of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const { themeOf } = colour.dataset;
    if (chosen === 'system') colour.media = `(prefers-color-scheme: ${themeOf})`;
    else colour.media = themeOf === chosen ? 'all' : 'not all';
  }
}
