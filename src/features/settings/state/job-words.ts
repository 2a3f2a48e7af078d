/** What a job does, by its queue; one of a later server is told by its own name. */
export const jobWords: Record<string, string> = {
  'send-mail': 'Отправка письма',
  'send-protocol': 'Протокол участникам по почте',
  'send-reset-link': 'Ссылка для сброса пароля',
  'invite-people': 'Приглашения из таблицы',
  'announce-notices': 'Уведомления',
  'push-notices': 'Уведомление на устройство',
  'process-video-when-ready': 'Начало обработки записи',
  'process-video': 'Обработка записи',
  'hear-video': 'Распознавание речи',
  'sum-up-video': 'Итоги записи',
  'find-keywords': 'Поиск ключевых слов',
  'find-keywords-of': 'Поиск ключевых слов',
  'make-summary': 'Краткое содержание',
  'keep-version': 'Файлы итогового протокола',
  'test-jobs': 'Проверка фоновых заданий',
  'test-speech': 'Проверка распознавания речи',
};
