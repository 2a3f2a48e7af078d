/** Note under figures of the server that unsent mutations will change. */
export const uncountedWords = 'Посчитано без изменений, которые ещё не отправлены.';
