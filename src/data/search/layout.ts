const latin = "`qwertyuiop[]asdfghjkl;'zxcvbnm,.";
const russian = 'ёйцукенгшщзхъфывапролджэячсмитьбю';

/**
 * Returns typed text as if the keyboard had been Russian: «кровля» for «rhjdkz». Undefined without Latin letters, or
 * with Russian ones.
 */
export function inRussianLayout(typed: string): string | undefined {
  const text = typed.toLowerCase();
  if (!/[a-z]/.test(text) || /\p{Script=Cyrillic}/u.test(text)) return undefined;
  return [...text].map((sign) => russian[latin.indexOf(sign)] ?? sign).join('');
}
