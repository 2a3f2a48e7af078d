interface Browser {
  userAgent: string;
  maxTouchPoints?: number;
}

// The first that fits: each browser names those before it, too.
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

/** What a person knows their device by: «Chrome, Windows». */
export function deviceName({ userAgent, maxTouchPoints = 0 }: Browser): string {
  const named = (list: typeof browsers) => list.find(([sign]) => sign.test(userAgent))?.[1];
  const system = named(systems);
  // An iPad says that it is a Mac, which has no touch screen.
  const isPad = system === 'macOS' && maxTouchPoints > 1;
  return [named(browsers) ?? 'Браузер', isPad ? 'iPad' : system].filter(Boolean).join(', ');
}
