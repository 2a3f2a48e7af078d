const latin = "`qwertyuiop[]asdfghjkl;'zxcvbnm,.";
const russian = 'ёйцукенгшщзхъфывапролджэячсмитьбю';

/** What was typed, had the keyboard been Russian: «rhjdkz» is «кровля». Undefined of what has no Latin letter, or Russian ones. */
export function inRussianLayout(typed: string): string | undefined {
  const text = typed.toLowerCase();
  if (!/[a-z]/.test(text) || /\p{Script=Cyrillic}/u.test(text)) return undefined;
  return [...text].map((sign) => russian[latin.indexOf(sign)] ?? sign).join('');
}
