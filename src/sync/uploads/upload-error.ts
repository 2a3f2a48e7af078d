export type UploadErrorCode =
  | 'empty_file'
  | 'not_video'
  | 'unreadable_file'
  | 'unreadable_part'
  | 'already_uploading'
  | 'not_signed_in'
  | 'unknown_upload';

const messages: Record<UploadErrorCode, string> = {
  empty_file: 'Файл пуст. Выберите другой файл.',
  not_video: 'Это не видео и не звукозапись. Подойдут MP4, MOV, WebM, MKV, AVI, MPEG, MP3, WAV и другие записи.',
  unreadable_file: 'Файл не читается. Проверьте, что он на месте и открыт доступ к нему.',
  unreadable_part:
    'Часть этой записи на устройстве не читается, остальное цело. Повторите позже или обойдитесь тем, что читается.',
  already_uploading: 'К этому протоколу уже загружается видео. Дождитесь конца или отмените ту загрузку.',
  not_signed_in: 'Войдите, чтобы загрузить видео.',
  unknown_upload: 'Такой загрузки больше нет.',
};

/** Why a file was not taken into the queue; the message is for the person. */
export class UploadError extends Error {
  override name = 'UploadError';
  readonly code: UploadErrorCode;

  constructor(code: UploadErrorCode, options?: ErrorOptions) {
    super(messages[code], options);
    this.code = code;
  }
}
