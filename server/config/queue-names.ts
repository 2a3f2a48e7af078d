/** Every queue of the server, which modules register later than the settings are read. */
export const queueNames: readonly string[] = [
  'announce-notices',
  'find-keywords',
  'find-keywords-of',
  'hear-video',
  'invite-people',
  'keep-version',
  'make-summary',
  'process-video',
  'process-video-when-ready',
  'push-notices',
  'send-mail',
  'send-protocol',
  'send-reset-link',
  'sum-up-video',
];
