/** Words that begin a question when they come first. */
const questions = new Set([
  ...['кто', 'что', 'где', 'куда', 'откуда', 'когда', 'почему', 'зачем', 'сколько', 'чей', 'какой', 'какая', 'какое'],
  ...['какие', 'разве', 'неужели'],
]);
/** Before these there is a comma, wherever in a sentence they are. */
const afterComma = new Set([
  ...[
    'но',
    'чтобы',
    'потому',
    'поскольку',
    'если',
    'хотя',
    'однако',
    'что',
    'который',
    'которая',
    'которое',
    'которые',
  ],
  ...['которых', 'которого', 'которой', 'которую', 'которым', 'котором'],
]);
const prepositions = new Set([
  ...['в', 'во', 'на', 'с', 'со', 'за', 'о', 'об', 'у', 'по', 'из', 'от', 'до', 'для', 'при', 'под', 'к', 'без', 'над'],
]);
/** With these before it the comma has its place elsewhere: «потому что», «и если». */
const joined = new Set([
  ...['потому', 'того', 'так', 'и', 'а', 'но', 'даже', 'не', 'ни', 'да', 'вот', 'ну', 'или', 'только'],
  ...prepositions,
]);
/** Said between others, each stands between commas. */
const parentheticals = new Set(['конечно', 'пожалуйста', 'например', 'кстати']);
/** In a longer one the question word at its beginning belongs to a part of it. */
const mostOfQuestion = 15;

/**
 * A sentence of a model that writes neither marks nor capitals: a capital first, the surest commas, a mark at its end. Which
 * words are names nobody can tell here.
 */
export function punctuate(text: string): string {
  const words = text.split(' ').filter(Boolean);
  if (words.length === 0) return '';
  const sentence = words.map((word, place) => withComma(word, words[place + 1], words[place + 2])).join(' ');
  const end = /[.?!…]$/.test(sentence) ? '' : isQuestion(words) ? '?' : '.';
  return sentence.charAt(0).toUpperCase() + sentence.slice(1) + end;
}

function withComma(word: string, next: string | undefined, third = ''): string {
  if (next === undefined || /[,.?!…:;—-]$/.test(word)) return word;
  // «Дом, в котором»: before the preposition.
  const begins =
    afterComma.has(next) || parentheticals.has(next) || (prepositions.has(next) && third.startsWith('котор'));
  return parentheticals.has(word) || (begins && !joined.has(word)) ? `${word},` : word;
}

function isQuestion([first = '', second = '', ...rest]: readonly string[]): boolean {
  if (second === 'ли') return true;
  // «Что касается сметы» asks nothing.
  return questions.has(first) && second !== 'касается' && rest.length < mostOfQuestion;
}
