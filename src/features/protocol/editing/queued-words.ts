/** What is said in place of «сохранено» of a change that waits for the line. */
export const keptWords = 'Сохранено на устройстве, ожидает отправки';
