// Adds to package-lock.json the optional platform packages that the registry in use does not carry.
//
// npm leaves an optional dependency out of the lock when its manifest cannot be fetched, and `npm ci` then refuses the
// lock everywhere. An entry that names the version and the platform makes the lock whole: npm skips it on every other
// platform, and on that platform fetches it from the registry there. Run after `npm install` of a new version.
import { readFileSync, writeFileSync } from 'node:fs';

const systems = [
  'darwin',
  'linux',
  'win32',
  'android',
  'freebsd',
  'openbsd',
  'netbsd',
  'openharmony',
  'aix',
  'sunos',
  'wasi',
];
const architectures = ['arm64', 'arm', 'x64', 'ia32', 'ppc64', 'riscv64', 's390x', 'loong64', 'mips64el', 'wasm32'];

/** @param {string} name a platform package, such as `@biomejs/cli-linux-x64-musl` */
function platformOf(name) {
  const words = name.split(/[-/]/);
  const os = systems.find((system) => words.includes(system)) ?? (words.includes('freebsd') ? 'freebsd' : undefined);
  const cpu = architectures.find((architecture) =>
    words.some((word) => word === architecture || word === `${architecture}el`),
  );
  return { ...(os && { os: [os] }), ...(cpu && { cpu: [cpu] }), ...(words.includes('musl') && { libc: ['musl'] }) };
}

const file = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(file, 'utf8'));
let added = 0;
for (const [place, entry] of Object.entries(lock.packages)) {
  for (const [name, asked] of Object.entries(entry.optionalDependencies ?? {})) {
    // Some ask for a range: the version that it begins with certainly exists.
    const version = asked.replace(/^[\^~]/, '');
    const nested = `${place}/node_modules/${name}`;
    const hoisted = `node_modules/${name}`;
    if (lock.packages[nested] || lock.packages[hoisted]?.version === version) continue;
    const platform = platformOf(name);
    if (!platform.os && !platform.cpu) continue;
    lock.packages[lock.packages[hoisted] ? nested : hoisted] = {
      version,
      ...(entry.dev && { dev: true }),
      optional: true,
      ...platform,
    };
    added += 1;
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`package-lock.json: ${added} platform packages added`);
