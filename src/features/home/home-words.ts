/** Under figures of the server that the next sending changes. */
export const uncountedWords = 'Посчитано без изменений, которые ещё не отправлены.';
