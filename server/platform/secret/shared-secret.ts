import type { Db } from '#server/platform/db/index.ts';
import { addKey, holdKeys, type KeyRow, listKeys, putKey, takeOutSecret } from './key-repository.ts';
import { bytesOf, newSecretText } from './secret-text.ts';
import { fingerprintOf, type GivenSecrets, SecretProblem, type Secrets } from './server-secret.ts';

/** Thrown if this server has another secret than the others on the same database: it must not run beside them. */
export class OtherSecret extends SecretProblem {}

/** For how long servers may bring the keys of their folders, after the first one. */
const newMs = 24 * 3_600_000;

/** Keys from data folders get `createdAt` 0, 1, 2, … ms after 1970; no table has as many of them. */
const maxOfFolders = 1_000_000;

type Own = {
  given: GivenSecrets | undefined;
  ofFolder: string | undefined;
  /** Reports that a key of the folder was added to the existing ones, or was not. */
  say?: ((line: string) => void) | undefined;
};

/**
 * Returns the secret that all servers of one PostgreSQL share: the one `given` to this server if the others have it,
 * too, else the one in the database. Servers of an older version bring those of their data folders: the first such key
 * signs, later ones are accepted.
 */
export async function joinSecret(db: Db, { given, ofFolder, say }: Own, now: Date): Promise<Secrets> {
  return db.transaction(async (tx) => {
    await holdKeys(tx);
    const rows = await listKeys(tx);
    if (given) return joinWith(tx, given, rows, now);
    if (ofFolder !== undefined) await joinFolder(tx, ofFolder, { rows, say, now });
    if (!signing(await listKeys(tx), now)) {
      const secret = newSecretText();
      // Older than one that replaces it in the same moment.
      const made = new Date(now.getTime() - 1);
      await putKey(tx, { fingerprint: fingerprintOf(bytesOf(secret)), secret, signsFrom: made, createdAt: made });
    }
    return secretsOf(await listKeys(tx), now);
  });
}

type Joining = { rows: readonly KeyRow[]; say: Own['say']; now: Date };

/**
 * Adds the folder's keys that are not in the table, while that is new: servers of an earlier version then bring theirs.
 * Their dates count up from 1970 in the order in which they are added: each is older than any key made in the table, and
 * the first one added stays the oldest. Later such a key is that of a trial or of another installation: it would be the
 * oldest one, and change every lasting address.
 */
async function joinFolder(tx: Db, text: string, { rows, say, now }: Joining): Promise<void> {
  const added = unknownOf(text, rows, now);
  if (added.length === 0) return;
  if (!isNew(rows, now)) {
    return say?.(
      'Ключ из DATA_DIR/secret не принят: общие ключи серверов лежат в базе данных уже давно, и его среди них нет. Если с ним входили именно сюда: npm run secret:rotate -- --adopt; если нет, удалите файл.',
    );
  }
  const adopted = rows.filter(isOfFolder).length;
  for (const [at, key] of added.entries()) {
    // Those of the first folder sign, and tell since when there is a table.
    const signsFrom = new Date(rows.length === 0 ? now.getTime() - added.length + at : 0);
    await addKey(tx, { ...key, signsFrom, createdAt: new Date(adopted + at) });
  }
  if (rows.length > 0)
    say?.('Ключ из папки данных добавлен к общим: кто вошёл с ним, не выйдет, ссылки из писем действуют.');
}

/**
 * Adds the folder's keys, however old the table is: what they signed is accepted, and they are the youngest.
 * @returns how many were not there
 */
export async function addOfFolder(db: Db, text: string, now: Date): Promise<number> {
  return db.transaction(async (tx) => {
    await holdKeys(tx);
    const added = unknownOf(text, await listKeys(tx), now);
    for (const key of added) await addKey(tx, { ...key, signsFrom: new Date(0), createdAt: now });
    return added.length;
  });
}

/** Returns the keys of a folder that are not in the table; the last word is the oldest. */
function unknownOf(text: string, rows: readonly KeyRow[], now: Date) {
  const words = text
    .split(/[\s,]+/)
    .filter(Boolean)
    .reverse();
  return words.flatMap((word) => {
    const secret = word.replace(/^~/, '');
    const fingerprint = fingerprintOf(bytesOf(secret));
    if (rows.some((row) => row.fingerprint === fingerprint)) return [];
    return [{ fingerprint, secret, droppedAt: word.startsWith('~') ? now : null }];
  });
}

function isOfFolder({ createdAt }: KeyRow): boolean {
  return createdAt.getTime() < maxOfFolders;
}

/** Whether the table is empty, or its first key came within a day: an update of all servers takes no longer. */
function isNew(rows: readonly KeyRow[], now: Date): boolean {
  const came = rows.map((row) => (isOfFolder(row) ? row.signsFrom : row.createdAt).getTime());
  // 0: added beside other keys, which tell the time.
  return now.getTime() - Math.min(...came.filter((time) => time > 0), now.getTime()) < newMs;
}

/** Returns the secrets by the rows as of `now`. */
export function secretsOf(rows: readonly KeyRow[], now: Date): Secrets {
  const current = signing(rows, now);
  const lasting = rows.find(({ secret }) => secret !== null);
  if (!current?.secret || !lasting?.secret) {
    throw new OtherSecret(
      'Другим серверам этой базы данных ключ задан настройкой SECRET или SECRET_FILE: задайте такой же и этому. Если он потерян: npm run secret:rotate -- --forget.',
    );
  }
  const others = rows.filter((row) => row !== current && !row.droppedAt);
  return {
    believed: [current, ...others].flatMap(({ secret }) => (secret ? [bytesOf(secret)] : [])),
    lasting: bytesOf(lasting.secret),
  };
}

/** Returns the key that signs: the latest whose time has come; the first one if the clock is behind all of them. */
export function signing(rows: readonly KeyRow[], now: Date): KeyRow | undefined {
  const kept = rows.filter(({ droppedAt }) => !droppedAt).sort((a, b) => a.signsFrom.getTime() - b.signsFrom.getTime());
  return kept.findLast(({ signsFrom }) => signsFrom <= now) ?? kept[0];
}

async function joinWith(tx: Db, given: GivenSecrets, rows: readonly KeyRow[], now: Date): Promise<Secrets> {
  const current = signing(rows, now);
  const known = given.believed.map(fingerprintOf);
  if (current && !known.includes(current.fingerprint)) {
    throw new OtherSecret(
      'Ключ из SECRET или SECRET_FILE другой, чем у остальных серверов этой базы данных: их пользователи здесь не вошли бы. Задайте тот же ключ или допишите его после нового через запятую. Если прежний потерян: npm run secret:rotate -- --forget.',
    );
  }
  const [first = ''] = known;
  if (current?.secret && current.fingerprint !== first) {
    throw new OtherSecret(
      'Другие серверы подписывают ключом из базы данных, новый из SECRET они не знают. Сначала задайте в SECRET только ключ из базы, перезапустите с ним все серверы, потом замените его в два круга.',
    );
  }
  if (current?.secret) await takeOutSecret(tx, first);
  // On the first start the order of the words is all that tells their age.
  const ages = current ? [first] : given.named.map(fingerprintOf);
  if (current?.fingerprint !== first) {
    for (const [at, fingerprint] of ages.entries()) {
      const createdAt = new Date(now.getTime() - ages.length + 1 + at);
      const signsFrom = fingerprint === first ? now : createdAt;
      await putKey(tx, { fingerprint, secret: null, signsFrom, createdAt });
    }
  }
  return { believed: given.believed, lasting: oldestOf(given, await listKeys(tx)) };
}

/** The age is taken from the table, not from the order of words in the settings, which changes during a replacement. */
function oldestOf({ named, lasting }: GivenSecrets, rows: readonly KeyRow[]): Buffer {
  const bytes = ({ secret, fingerprint }: KeyRow) =>
    secret === null ? named.find((one) => fingerprintOf(one) === fingerprint) : bytesOf(secret);
  return rows.map(bytes).find(Boolean) ?? lasting;
}
