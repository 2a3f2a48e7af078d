interface Browser {
  userAgent: string;
  maxTouchPoints?: number;
}

// The first match counts, since each browser also names those after it in the list.
const browsers: [RegExp, string][] = [
  [/YaBrowser\//, 'Яндекс Браузер'],
  [/Edg(A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

/** Returns a recognisable name of the device: «Chrome, Windows». */
export function deviceName({ userAgent, maxTouchPoints = 0 }: Browser): string {
  const named = (list: typeof browsers) => list.find(([sign]) => sign.test(userAgent))?.[1];
  const system = named(systems);
  // An iPad identifies as a Mac, but a Mac has no touch screen.
  const isPad = system === 'macOS' && maxTouchPoints > 1;
  return [named(browsers) ?? 'Браузер', isPad ? 'iPad' : system].filter(Boolean).join(', ');
}
