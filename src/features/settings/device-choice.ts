interface DeviceChoice<T extends string> {
  read: () => T;
  apply: (value: T) => void;
}

/**
 * A choice of the person's own that this device keeps. What is not the usual one stands as a `data-` attribute at the
 * root of the page; theme.js puts it there before the first paint.
 */
function deviceChoice<T extends string>(key: string, usual: T, others: readonly T[]): DeviceChoice<T> {
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
    },
  };
}

export const theme = deviceChoice('theme', 'system', ['light', 'dark']);
export const textSize = deviceChoice('text', 'normal', ['large', 'larger']);
