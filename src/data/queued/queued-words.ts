/** Said where a screen says «сохранено», of what is not with the server yet. */
export const queuedWords = 'Сохранено на устройстве, ожидает отправки';
