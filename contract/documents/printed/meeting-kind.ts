import { comparisonKey } from '#contract/text/comparison-key.ts';
import { bodyGenitive, meetingGenitive } from '#contract/text/genitive.ts';
import { asTitle, lines, tidy } from '#contract/text/russian-text.ts';

/**
 * Returns the lines below «ПРОТОКОЛ»: «Оперативное совещание» becomes «оперативного совещания», followed by the title
 * as entered, on the same line if it begins with «О». Only words whose genitive is certain are changed; anything else
 * stays as it is. A body is printed in the genitive, «заседания бюджетной комиссии», but not twice if the title begins
 * with it.
 */
export function titleLines(
  kind: string | null | undefined,
  title: string | null | undefined,
  bodyInGenitive?: string | null | undefined,
): string[] {
  const theme = lines(title).map(asTitle);
  const named = meetingGenitive(tidy(kind));
  const [first = '', ...rest] = theme;
  const inTitle = meetingGenitive(first);
  const body = tidy(bodyInGenitive);
  if (body !== '') {
    // The kind «Совет директоров» is the body itself.
    const isBody = named !== '' && sameWords(body).includes(sameWords(bodyGenitive(named)));
    const meeting = `${isBody ? 'заседания' : named || 'заседания'} ${body}`;
    return sameWords(inTitle).startsWith(sameWords(meeting)) ? [inTitle, ...rest] : [meeting, ...theme];
  }
  if (inTitle !== first) return [inTitle, ...rest];
  if (named !== tidy(kind) && /^(О|Об|Обо) /.test(first))
    return [`${named} ${first.slice(0, 1).toLowerCase()}${first.slice(1)}`, ...rest];
  return [...(named ? [named] : []), ...theme];
}

/** Normalises case, ё, quotes and spaces for comparing titles. */
function sameWords(text: string): string {
  return comparisonKey(text)
    .replaceAll(/[«»"„“\s]+/g, ' ')
    .trim();
}
