// `npm run recordings [-- words of its name]`: makes a file of every kind of recording, in .cache/recordings.
import { mkdirSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { groups, leftOut } from './all-kinds.ts';
import { encodersHere } from './come-out.ts';

const folder = join('.cache', 'recordings');
const words = process.argv.slice(2).join(' ');
const encoders = await encodersHere();
const kinds = groups.flatMap((group) => group.kinds.map((kind) => ({ ...kind, title: group.title })));
let made = 0;
for (const { name, file, title, needs, make } of kinds.filter(({ name }) => name.includes(words))) {
  const lacking = needs.filter((encoder) => !encoders.has(encoder));
  if (lacking.length > 0) {
    console.log(`не сделана: ${name} — нет ${lacking.join(', ')}`);
    continue;
  }
  const place = join(folder, title);
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, `${name.replace(/[^\p{L}\d.,° -]/gu, '_')}${extname(file)}`), make());
  made += 1;
}
for (const [name, why] of leftOut) console.log(`не делается: ${name} — ${why}`);
console.log(`Записей: ${made}, в ${folder}`);
