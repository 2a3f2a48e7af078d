import { editDistance } from '#server/platform/text/index.ts';

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
  const near = long.find((setting) => editDistance(plain, setting) <= slips(setting));
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
  if (editDistance(plain, setting) !== 1) return false;
  if (plain.length === setting.length) return [...plain].sort().join('') === [...setting].sort().join('');
  const [words, meant] = [plain.split('_'), setting.split('_')];
  const cut = words.findIndex((word, at) => word !== meant[at]);
  const isShorter = words.length === meant.length && plain.length < setting.length;
  return isShorter && cut < words.length - 1 && (words[cut]?.length ?? 0) >= shortestRest;
}

function slips(setting: string): number {
  return setting.length >= longName ? 2 : 1;
}
