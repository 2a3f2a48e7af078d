import { ApiError } from '#server/platform/http/index.ts';

/** Errors of a chunk, with their messages for people. None of them loses received data. */
export const chunkErrors = {
  notFound: () => new ApiError(404, 'not_found', 'Протокол не найден'),
  final: () => new ApiError(409, 'final_read_only', 'Протокол уже итоговый: видео заменить нельзя'),
  complete: () => new ApiError(409, 'illegal_stage', 'Протокол завершён: видео к нему больше не добавляют'),
  noFile: () => new ApiError(422, 'validation_failed', 'В запросе нет части видео', { video: ['Выберите файл'] }),
  invalid: (errors: Record<string, string[]>) =>
    new ApiError(422, 'validation_failed', 'Часть видео описана неверно', errors),
  index: () => new ApiError(422, 'chunk_index_invalid', 'Неверный номер части видео'),
  total: () => new ApiError(409, 'chunk_total_mismatch', 'Число частей не совпадает с начатой загрузкой'),
  size: () =>
    new ApiError(422, 'chunk_size_mismatch', 'Размер части не совпадает с заявленным. Часть нужно отправить ещё раз'),
  hash: () =>
    new ApiError(422, 'chunk_hash_mismatch', 'Часть видео повреждена при передаче. Её нужно отправить ещё раз'),
  conflict: () => new ApiError(409, 'chunk_conflict', 'Эта часть уже получена с другим содержимым'),
  restUnknown: () => new ApiError(409, 'chunk_rest_unknown', 'Начала этой части на сервере нет. Отправьте её целиком'),
  cancelled: (reason?: string | null) => new ApiError(409, 'upload_cancelled', reason || 'Загрузка отменена'),
  assembled: () => new ApiError(409, 'upload_assembled', 'Видео уже загружено полностью'),
  lost: () =>
    new ApiError(409, 'upload_incomplete', 'Полученных частей видео на сервере больше нет. Их нужно отправить ещё раз'),
  unknown: () => new ApiError(404, 'upload_unknown', 'Такой загрузки нет'),
  other: (openId: string) =>
    new ApiError(
      409,
      'upload_other_active',
      'К этому протоколу уже загружается другое видео, возможно, с другого устройства. Это начнётся после него',
      { upload_id: [openId] },
    ),
  tooMany: () =>
    new ApiError(409, 'conflict', 'У протокола слишком много записей: удалите лишние и загрузите эту снова'),
  empty: () => new ApiError(422, 'empty_file', 'Файл пуст'),
  tooLarge: () => new ApiError(413, 'payload_too_large', 'Часть видео слишком велика'),
  tooLargeFile: () => new ApiError(413, 'payload_too_large', 'Файл слишком велик: не больше 256 ГБ'),
  full: () =>
    new ApiError(
      507,
      'storage_full',
      'На сервере закончилось место. Полученные части сохранены, загрузка продолжится позже',
    ),
  superseded: () => new ApiError(503, 'unavailable', 'Передача части прервана. Отправьте её ещё раз'),
  broken: () => new ApiError(400, 'bad_request', 'Передача части прервана'),
};

/** Turns an error of the disk into one that a person can act on. */
export function asChunkError(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOSPC' || code === 'EDQUOT' ? chunkErrors.full() : error;
}
