/** Words that begin a question when they come first. */
const questions = new Set([
  ...['кто', 'что', 'где', 'куда', 'откуда', 'когда', 'почему', 'зачем', 'сколько', 'чей', 'какой', 'какая', 'какое'],
  ...['какие', 'разве', 'неужели'],
]);
/** Words preceded by a comma anywhere in a sentence. */
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
/** After these words the comma is elsewhere or absent: «потому что», «и если». */
const joined = new Set([
  ...['потому', 'того', 'так', 'и', 'а', 'но', 'даже', 'не', 'ни', 'да', 'вот', 'ну', 'или', 'только'],
  ...prepositions,
]);
/** Parenthetical words, set off by commas. */
const parentheticals = new Set(['конечно', 'пожалуйста', 'например', 'кстати']);
/**
 * Maximum number of words in a question; in a longer sentence the question word at the beginning belongs to a clause.
 */
const maxOfQuestion = 15;

/**
 * Punctuates a sentence of a model that writes neither punctuation nor capitals: a capital at the beginning, the most
 * certain commas, a mark at the end. Names cannot be recognised here.
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
  // «Дом, в котором»: the comma precedes the preposition.
  const begins =
    afterComma.has(next) || parentheticals.has(next) || (prepositions.has(next) && third.startsWith('котор'));
  return parentheticals.has(word) || (begins && !joined.has(word)) ? `${word},` : word;
}

function isQuestion([first = '', second = '', ...rest]: readonly string[]): boolean {
  if (second === 'ли') return true;
  // «Что касается сметы» is not a question.
  return questions.has(first) && second !== 'касается' && rest.length < maxOfQuestion;
}
