/**
 * Bytes of script and style, as they come over the network, that a first visit of each screen may take: what it took when
 * this was written, and about a tenth for growth. Whoever needs more asks first what could be loaded later.
 */
export const routeLimits: Record<string, number> = {
  login: 128_000,
  'reset-request': 148_000,
  'new-password': 148_000,
  unknown: 148_000,
  home: 340_000,
  'meetings-month': 475_000,
  'meetings-week': 475_000,
  'meetings-day': 475_000,
  'meetings-list': 390_000,
  'meetings-bodies': 401_000,
  'body-new': 401_000,
  protocols: 287_000,
  tasks: 287_000,
  'protocol-add': 384_000,
  'protocol-recorded': 440_000,
  'protocol-written': 440_000,
  'protocol-ended': 440_000,
  'protocol-final': 440_000,
  keywords: 296_000,
  secretaries: 345_000,
  secretary: 345_000,
  charts: 345_000,
  'read-tasks': 360_000,
  'read-protocols': 360_000,
  'read-meetings': 360_000,
  'read-protocol': 420_000,
  'settings-secretary': 304_000,
  'settings-manager': 304_000,
  'settings-admin': 304_000,
  'settings-documents': 304_000,
  'settings-external': 304_000,
  'users-secretary': 296_000,
  'users-manager': 296_000,
  'users-admin': 296_000,
  'unknown-inside': 287_000,
};

/** For a screen that has no line above: whoever adds one weighs it. */
export const otherRoutes = 350_000;

/** Bytes that the service worker may fetch so that the app opens offline: 1.5 MB, as they come over the network. */
export const precacheLimit = 1_500_000;
