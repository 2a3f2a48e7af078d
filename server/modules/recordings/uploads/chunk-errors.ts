import { Problem } from '#server/platform/problem/index.ts';

/** Errors of a chunk, with their messages for people. None of them loses received data. */
export const chunkErrors = {
  notFound: () => new Problem('not_found', 'Протокол не найден'),
  final: () => new Problem('final_read_only', 'Протокол уже итоговый: видео заменить нельзя'),
  complete: () => new Problem('illegal_stage', 'Протокол завершён: видео к нему больше не добавляют'),
  noFile: () => new Problem('validation_failed', 'В запросе нет части видео', { video: ['Выберите файл'] }),
  invalid: (errors: Record<string, string[]>) =>
    new Problem('validation_failed', 'Часть видео описана неверно', errors),
  index: () => new Problem('chunk_index_invalid', 'Неверный номер части видео'),
  total: () => new Problem('chunk_total_mismatch', 'Число частей не совпадает с начатой загрузкой'),
  size: () =>
    new Problem('chunk_size_mismatch', 'Размер части не совпадает с заявленным. Часть нужно отправить ещё раз'),
  hash: () => new Problem('chunk_hash_mismatch', 'Часть видео повреждена при передаче. Её нужно отправить ещё раз'),
  conflict: () => new Problem('chunk_conflict', 'Эта часть уже получена с другим содержимым'),
  restUnknown: () => new Problem('chunk_rest_unknown', 'Начала этой части на сервере нет. Отправьте её целиком'),
  cancelled: (reason?: string | null) => new Problem('upload_cancelled', reason || 'Загрузка отменена'),
  assembled: () => new Problem('upload_assembled', 'Видео уже загружено полностью'),
  lost: () =>
    new Problem('upload_incomplete', 'Полученных частей видео на сервере больше нет. Их нужно отправить ещё раз'),
  unknown: () => new Problem('upload_unknown', 'Такой загрузки нет'),
  other: (openId: string) =>
    new Problem(
      'upload_other_active',
      'К этому протоколу уже загружается другое видео, возможно, с другого устройства. Это начнётся после него',
      { upload_id: [openId] },
    ),
  tooMany: () => new Problem('conflict', 'У протокола слишком много записей: удалите лишние и загрузите эту снова'),
  empty: () => new Problem('empty_file', 'Файл пуст'),
  tooLarge: () => new Problem('payload_too_large', 'Часть видео слишком велика'),
  tooLargeFile: () => new Problem('payload_too_large', 'Файл слишком велик: не больше 256 ГБ'),
  full: () =>
    new Problem('storage_full', 'На сервере закончилось место. Полученные части сохранены, загрузка продолжится позже'),
  superseded: () => new Problem('unavailable', 'Передача части прервана. Отправьте её ещё раз'),
  broken: () => new Problem('bad_request', 'Передача части прервана'),
};

/** Turns an error of the disk into one that a person can act on. */
export function asChunkError(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOSPC' || code === 'EDQUOT' ? chunkErrors.full() : error;
}
