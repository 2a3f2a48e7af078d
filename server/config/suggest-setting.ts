/** Shorter names are too near to words of other programs. */
const shortestName = 6;
const longName = 10;

/** Names of other programs, or set by a platform, that are similar to ours. */
const ofOthers = [
  ...['API_URL', 'APM_URL', 'CLIENT_ID', 'CLIENT_IP', 'DATADIR', 'LOGLEVEL', 'TIMEZONE'],
  ...['DATABASE_HOST', 'DATABASE_PORT', 'DATABASE_SSL'],
];
/** Minimum length of a word with a missing letter: shorter ones may be words in their own right. */
const shortestRest = 4;

/** `isSure`: the name can hardly belong to another program. */
export type Suggestion = { setting: string; isSure: boolean };

/**
 * Returns the setting that a variable of the environment was probably meant to be; undefined if it is a setting, or
 * similar to none. It is sure only for the same letters in another form, two letters swapped, or one missing before the
 * last word: `API_URL` belongs to another program.
 */
export function suggestSetting(name: string, known: readonly string[]): Suggestion | undefined {
  if (known.includes(name)) return undefined;
  const plain = plainName(name);
  if (plain.length < shortestName || ofOthers.includes(name)) return undefined;
  const long = known.filter((setting) => setting.length >= shortestName);
  const sure =
    known.find((setting) => lettersOf(setting) === lettersOf(plain)) ?? long.find((one) => isSlip(plain, one));
  if (sure) return { setting: sure, isSure: true };
  const near = long.find((setting) => distance(plain, setting) <= slips(setting));
  return near === undefined ? undefined : { setting: near, isSure: false };
}

function plainName(name: string): string {
  return name.trim().toUpperCase().replaceAll(/[-.]/g, '_');
}

function lettersOf(name: string): string {
  return name.replaceAll('_', '');
}

/** Whether two adjacent letters are swapped, or a letter is missing that is not in the last word. */
function isSlip(plain: string, setting: string): boolean {
  if (distance(plain, setting) !== 1) return false;
  if (plain.length === setting.length) return [...plain].sort().join('') === [...setting].sort().join('');
  const [words, meant] = [plain.split('_'), setting.split('_')];
  const cut = words.findIndex((word, at) => word !== meant[at]);
  const isShorter = words.length === meant.length && plain.length < setting.length;
  return isShorter && cut < words.length - 1 && (words[cut]?.length ?? 0) >= shortestRest;
}

function slips(setting: string): number {
  return setting.length >= longName ? 2 : 1;
}

/** Returns how many letters are wrong, missing, too many, or exchanged with their neighbour. */
function distance(one: string, other: string): number {
  const rows = Array.from({ length: one.length + 1 }, (_, at) => [at, ...Array<number>(other.length).fill(0)]);
  const at = (i: number, j: number) => rows[i]?.[j] ?? Number.POSITIVE_INFINITY;
  rows[0] = Array.from({ length: other.length + 1 }, (_, place) => place);
  for (let i = 1; i <= one.length; i += 1) {
    for (let j = 1; j <= other.length; j += 1) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1;
      const exchanged = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1] ? at(i - 2, j - 2) + 1 : Infinity;
      const row = rows[i];
      if (row) row[j] = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + same, exchanged);
    }
  }
  return at(one.length, other.length);
}
