import type { Member } from '#contract/bodies/member.ts';
import { comparisonKey } from '#contract/text/comparison-key.ts';

interface FileSpeaker {
  /** Name of the probable speaker; '' where the file name does not tell. */
  speaker: string;
  /** Whether the name comes from a program that writes one file per speaker. */
  isOwnFile: boolean;
}

/**
 * Returns whose voice a file probably holds, by its name: «audioИванПетров21234567.m4a», as Zoom calls the files of
 * participants, «Audio only - Петрова.m4a», or any name with the surname of exactly one member.
 */
export function speakerOfFile(
  fileName: string,
  members: readonly Pick<Member, 'name'>[] | null | undefined,
): FileSpeaker {
  const stem = fileName.normalize('NFC').replace(/\.[^.]{1,5}$/, '');
  const marked = /^\s*[Aa]udio(?:[\s_-]*[Oo]nly)?(?=[\s_\-–—]|\p{Lu}|$)/u.exec(stem)?.[0];
  const words = splitFileName(stem.slice(marked?.length ?? 0));
  const isOwnFile = marked !== undefined && /^\p{Lu}/u.test(words[0] ?? '');
  const keys = new Set(words.map(comparisonKey));
  const named = (members ?? []).flatMap(({ name }) => {
    const [surname, ...given] = name?.trim() ? name.trim().split(/\s+/) : [];
    if (!surname || !keys.has(comparisonKey(surname))) return [];
    return { name: name?.trim() ?? '', weight: given.filter((each) => keys.has(comparisonKey(each))).length };
  });
  const most = Math.max(...named.map(({ weight }) => weight));
  const best = named.filter(({ weight }) => weight === most);
  // With two members of the same name none is guessed.
  if (best.length === 1) return { speaker: best[0]?.name ?? '', isOwnFile };
  return { speaker: isOwnFile ? words.join(' ') : '', isOwnFile };
}

/** Splits a name into words: «ИванПетров» is two words; numbers are left out. */
function splitFileName(text: string): string[] {
  const apart = text.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ');
  return apart.match(/\p{L}+(?:-\p{L}+)*\.?/gu)?.map((word) => word.replace(/(?<=\p{L}{2})\.$/u, '')) ?? [];
}
