// The layers: who may import whom. Each rule forbids; what no rule forbids is allowed.
const outside = (...allowed) => ({
  pathNot: [...allowed, 'node_modules', '^[a-z_:/]+$'],
  dependencyTypesNot: ['core', 'npm', 'npm-dev'],
});

// What several features show: each may import these.
const sharedFeatures = '^src/features/(badges|connection|files|forms|people|queue|recorder|tabs)/';
// The nouns of the contract in their order, beside what all of them share: each may import those before it.
const contractNouns = [
  'text',
  'identity',
  'keywords',
  'bodies',
  'meetings',
  'tasks',
  'notices',
  'recordings',
  'decisions',
  'protocols',
  'insights',
  'documents',
  'participation',
  'search',
  'statistics',
  'state',
];
// The rooms of `src/sync` in their order: each may import those before it.
const syncRooms = [
  'time',
  'store',
  'http',
  'connectivity',
  'session',
  'provider',
  'events',
  'outbox',
  'uploads',
  'recordings',
  'cache',
  'collections',
  'worker',
  'page',
  'mutations',
];
// The nouns of `src/data` in their order: each may import those before it.
const nouns = [
  'provider',
  'person',
  'keyword',
  'body',
  'task',
  'report',
  'participation',
  'notice',
  'member',
  'mark',
  'attachment',
  'protocol',
  'summary',
  'transcript',
  'meeting',
  'recording',
  'queued',
  'statistics',
  'reading',
  'search',
];
// The parts of the protocol's screens in their order: each may import those before it.
const protocolParts = [
  'editing',
  'passages',
  'playback',
  'conflict',
  'members',
  'tasks',
  'attachments',
  'agenda',
  'summary',
  'transcript',
  'recording',
  'documents',
  'check',
  'new',
  'bodies',
  'list',
  'participation',
  'resolve',
  'page',
  'reading',
];
// The rooms of the server in their order. Its platform knows no noun; each has a face.
const serverPlatform = [
  'problem',
  'text',
  'days',
  'db',
  'log',
  'idempotency',
  'http',
  'limits',
  'secret',
  'threads',
  'files',
  'storage',
  'media',
  'events',
  'jobs',
  'mail',
];
const serverModules = [
  'identity',
  'notices',
  'bodies',
  'meetings',
  'protocols',
  'insights',
  'handover',
  'recordings',
  'documents',
  'statistics',
  'reminders',
  'search',
  'state',
  'events',
  'health',
];
// A room with an `index.ts` is imported through it alone.
const facedRooms = [
  'src/format',
  'src/ui',
  'src/features/connection',
  'src/features/people',
  'src/features/queue',
  'src/features/badges',
  'src/features/files',
  'src/features/forms',
  'src/features/tabs',
  'src/features/recorder',
  'src/features/search',
];
// Tests look inside of these: a queue is best broken at its parts.
const openToTests = ['src/sync', ...nouns.map((noun) => `src/data/${noun}`)];

/** A rule for each of the folders: it may import those before it and the room's own files, and none after. */
function inOrder(room, folders) {
  return folders.map((folder, place) => ({
    name: `${room}/${folder}-on-those-before`.replaceAll('/', '-'),
    severity: 'error',
    from: { path: `^${room}/${folder}/`, pathNot: '\\.test\\.tsx?$' },
    to: { path: `^${room}/`, pathNot: [`^${room}/(${folders.slice(0, place + 1).join('|')})/`, `^${room}/[^/]+$`] },
  }));
}

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '^virtual:' } },
    {
      name: 'contract-knows-zod-and-russian-words-only',
      severity: 'error',
      from: { path: '^contract/', pathNot: ['\\.test\\.ts$', '^contract/meetings/series/expand-series\\.ts$'] },
      to: { pathNot: ['^contract/', 'node_modules/zod', 'node_modules/@orama/stemmers', 'node_modules/lvovich'] },
    },
    {
      name: 'sync-knows-no-noun',
      severity: 'error',
      from: { path: '^src/sync/', pathNot: '\\.test\\.tsx?$' },
      to: outside('^src/(sync|format)/', '^contract/'),
    },
    ...openToTests.map((room) => ({
      name: `${room.replaceAll('/', '-')}-by-its-face`,
      severity: 'error',
      from: { pathNot: `^(${room}|tests|bench)/` },
      to: { path: `^${room}/`, pathNot: ['/index\\.ts$', '^src/sync/worker\\.ts$'] },
    })),
    {
      name: 'worker-on-its-face-of-sync',
      severity: 'error',
      from: { path: '^src/sw/' },
      to: outside('^src/sw/', '^src/sync/worker\\.ts$', '^contract/'),
    },
    {
      name: 'ui-knows-no-network',
      severity: 'error',
      from: { path: '^src/ui/', pathNot: '\\.test\\.tsx?$' },
      to: outside('^src/(ui|format)/', '^contract/'),
    },
    {
      name: 'data-below-features',
      severity: 'error',
      from: { path: '^src/data/', pathNot: '\\.test\\.tsx?$' },
      to: outside('^src/(data|sync|ui|format)/', '^contract/'),
    },
    ...inOrder('contract', contractNouns),
    ...inOrder('src/sync', syncRooms),
    ...inOrder('src/data', nouns),
    {
      name: 'format-is-pure',
      severity: 'error',
      from: { path: '^src/format/', pathNot: '\\.test\\.ts$' },
      // Russian as text that the server writes, too.
      to: { pathNot: ['^src/format/', '^contract/text/'] },
    },
    ...facedRooms.map((room) => ({
      name: `${room.replaceAll('/', '-')}-by-its-face`,
      severity: 'error',
      from: { pathNot: `^${room}/` },
      to: { path: `^${room}/`, pathNot: `^${room}/index\\.ts$` },
    })),
    {
      name: 'features-below-app',
      severity: 'error',
      from: { path: '^src/features/', pathNot: '\\.test\\.tsx?$' },
      to: outside('^src/(features|data|sync|ui|format)/', '^contract/'),
    },
    {
      name: 'features-are-isolated',
      severity: 'error',
      from: { path: '^src/features/([^/]+)/' },
      to: { path: '^src/features/', pathNot: ['^src/features/$1/', sharedFeatures] },
    },
    {
      name: 'shared-features-on-the-connection',
      severity: 'error',
      from: { path: sharedFeatures },
      to: { path: '^src/features/', pathNot: '^src/features/($1|connection)/' },
    },
    ...inOrder('src/features/protocol', protocolParts),
    {
      name: 'app-composes',
      severity: 'error',
      from: { path: '^src/(app/|main\\.tsx)' },
      to: { path: '^(src/sw/|server/|tests/|bench/)' },
    },
    {
      name: 'server-apart-from-client',
      severity: 'error',
      from: { path: '^server/' },
      to: outside('^server/', '^contract/'),
    },
    {
      name: 'platform-knows-no-module',
      severity: 'error',
      from: { path: '^server/platform/', pathNot: '\\.test\\.ts$' },
      to: outside('^server/(platform|schema)/', '^contract/'),
    },
    {
      name: 'tables-on-the-database-only',
      severity: 'error',
      from: { path: '^server/schema/' },
      to: outside('^server/(schema|platform/db)/', '^contract/'),
    },
    {
      name: 'modules-on-platform-and-tables',
      severity: 'error',
      from: { path: '^server/modules/', pathNot: '\\.test\\.ts$' },
      to: outside('^server/(modules|platform|schema)/', '^contract/'),
    },
    ...inOrder('server/platform', serverPlatform),
    {
      name: 'repositories-know-no-http',
      severity: 'error',
      from: { path: '^server/.*repository\\.ts$' },
      to: { path: '^server/platform/http/' },
    },
    ...inOrder('server/modules', serverModules),
    ...[...serverPlatform.map((name) => `platform/${name}`), ...serverModules.map((name) => `modules/${name}`)].map(
      (room) => ({
        name: `server-${room.replace('/', '-')}-by-its-face`,
        severity: 'error',
        from: { pathNot: [`^(server/${room}|tests|bench|scripts)/`, '\\.test\\.ts$'] },
        to: { path: `^server/${room}/`, pathNot: `^server/${room}/index\\.ts$` },
      }),
    ),
    {
      name: 'tables-in-repositories-only',
      severity: 'error',
      from: {
        path: '^server/',
        pathNot: ['^server/schema/', 'repository\\.ts$', '^server/modules/(protocols/shared|identity)/[\\w-]+\\.ts$'],
      },
      to: { path: '^server/schema/[\\w-]+\\.ts$' },
    },
    {
      // Whoever writes segments has to gather their words anew, or a search does not find them.
      name: 'segments-of-transcripts-by-their-rows',
      severity: 'error',
      from: { path: '^server/', pathNot: '^server/schema/derived/(transcript-(rows|search)|earlier-lines)\\.ts$' },
      to: { path: '^server/schema/transcript-lines' },
    },
    {
      name: 'nothing-imports-tests',
      severity: 'error',
      from: { pathNot: ['^(tests|bench)/', '\\.test\\.tsx?$', '^(vitest|playwright)\\.config'] },
      to: { path: '^(tests|bench)/' },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|data|\\.cache)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.css', '.json'],
    },
  },
};
