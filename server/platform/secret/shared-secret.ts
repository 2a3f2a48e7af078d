import type { Db } from '#server/platform/db/index.ts';
import { holdKeys, type KeyRow, listKeys, putKey } from './key-repository.ts';
import { bytesOf, newSecretText } from './secret-text.ts';
import { fingerprintOf, type Secrets } from './server-secret.ts';

/** This server has another secret than those that work with the same database: it must not answer beside them. */
export class OtherSecret extends Error {}

/**
 * The secret that all servers of one PostgreSQL share: the one that is `given` to this server, where it is that of the
 * others too, else the one in the database. The first server of an older version brings the one of its data folder.
 */
export async function joinSecret(
  db: Db,
  own: { given: Secrets | undefined; ofFolder: string | undefined },
  now: Date,
): Promise<Secrets> {
  return db.transaction(async (tx) => {
    await holdKeys(tx);
    const rows = await listKeys(tx);
    const current = signing(rows, now);
    if (own.given) return joinWith(tx, own.given, current, now);
    if (!current) {
      const text = own.ofFolder?.trim() ?? newSecretText();
      const words = text.split(/[\s,]+/).filter((word) => !word.startsWith('~'));
      // The last word is the oldest, and the first one signs.
      for (const [at, secret] of words.reverse().entries()) {
        const made = new Date(now.getTime() - words.length + at);
        await putKey(tx, { fingerprint: fingerprintOf(bytesOf(secret)), secret, signsFrom: made, createdAt: made });
      }
      return secretsOf(await listKeys(tx), now);
    }
    return secretsOf(rows, now);
  });
}

/** What the rows say now. */
export function secretsOf(rows: readonly KeyRow[], now: Date): Secrets {
  const current = signing(rows, now);
  const lasting = rows.find(({ secret }) => secret !== null);
  if (!current?.secret || !lasting?.secret) {
    throw new OtherSecret(
      'Другим серверам этой базы данных ключ задан настройкой SECRET или SECRET_FILE: задайте такой же и этому.',
    );
  }
  const others = rows.filter((row) => row !== current && !row.droppedAt);
  return {
    believed: [current, ...others].flatMap(({ secret }) => (secret ? [bytesOf(secret)] : [])),
    lasting: bytesOf(lasting.secret),
  };
}

/** The key that signs: the last one whose time has come, by a clock that may be behind. */
export function signing(rows: readonly KeyRow[], now: Date): KeyRow | undefined {
  const kept = rows.filter(({ droppedAt }) => !droppedAt).sort((a, b) => a.signsFrom.getTime() - b.signsFrom.getTime());
  return kept.findLast(({ signsFrom }) => signsFrom <= now) ?? kept[0];
}

async function joinWith(tx: Db, given: Secrets, current: KeyRow | undefined, now: Date): Promise<Secrets> {
  const known = given.believed.map(fingerprintOf);
  if (current && !known.includes(current.fingerprint)) {
    throw new OtherSecret(
      'Ключ из SECRET или SECRET_FILE другой, чем у остальных серверов этой базы данных: их пользователи здесь не вошли бы. Задайте тот же ключ или допишите его после нового через запятую.',
    );
  }
  const [first = ''] = known;
  if (current?.fingerprint !== first) {
    await putKey(tx, { fingerprint: first, secret: null, signsFrom: now, createdAt: now });
  }
  return given;
}
