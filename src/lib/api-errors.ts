/** The server refused: its status, stable code, message in Russian, and the first message of each field. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly fields: Record<string, string>;
  /** The message as the server wrote it; undefined where `message` is only our word for the status. */
  readonly serverMessage: string | undefined;
  /** Seconds to wait before another try (429, 503), where the server said so. */
  readonly retryAfter: number | undefined;
  /** Of a version conflict: what the server has now, as it sent it. */
  readonly current: unknown;

  constructor(init: {
    status: number;
    code: string;
    message: string;
    serverMessage?: string | undefined;
    fields?: Record<string, string>;
    retryAfter?: number;
    current?: unknown;
  }) {
    super(init.message);
    this.status = init.status;
    this.code = init.code;
    this.fields = init.fields ?? {};
    this.serverMessage = init.serverMessage;
    this.retryAfter = init.retryAfter;
    this.current = init.current;
  }
}

/** No answer of the server: no line, a timeout, or a portal that answered in its place. */
export class NetworkError extends Error {
  override name = 'NetworkError';
}

/** No answer of the server, and no room on the device to keep what was to be sent. */
export class NoRoomError extends NetworkError {
  override name = 'NoRoomError';
}

/** The device did not keep what was to be kept: it is full, or its storage fails. Nothing was asked of the server. */
export class DeviceError extends Error {
  override name = 'DeviceError';
  readonly isFull: boolean;

  constructor(isFull: boolean, options?: ErrorOptions) {
    super(isFull ? 'no room on the device' : 'the storage of the device fails', options);
    this.isFull = isFull;
  }
}

/** The server answered with something that the contract does not know. */
export class ReplyError extends Error {
  override name = 'ReplyError';
}

/** Whether the server said that this is not there, or not this person's to see. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && [403, 404, 410].includes(error.status);
}

/** What a screen says about an error: what happened, in the reader's words. */
export function errorWords(error: unknown): { offline: boolean; title: string; words: string } {
  if (error instanceof NoRoomError) {
    return {
      offline: true,
      title: 'На устройстве нет места',
      words: 'Сервер не отвечает, а сохранить изменение до подключения негде. Освободите место или дождитесь сети.',
    };
  }
  if (error instanceof NetworkError) {
    return {
      offline: true,
      title: 'Нет подключения',
      words: 'Сервер не отвечает. Проверьте сеть и повторите.',
    };
  }
  if (error instanceof DeviceError) {
    return error.isFull
      ? {
          offline: false,
          title: 'На устройстве нет места',
          words: 'Освободите место и повторите. Пока эта страница открыта, введённое не пропадёт.',
        }
      : {
          offline: false,
          title: 'Память устройства не отвечает',
          words: 'Повторите. Если не поможет, скопируйте введённое и обновите страницу.',
        };
  }
  if (error instanceof ApiError) {
    const title = error.status >= 500 ? 'Сервер не справился' : 'Не получилось';
    return { offline: false, title, words: error.message };
  }
  return { offline: false, title: 'Не получилось', words: 'Сервер ответил непонятно. Повторите чуть позже.' };
}
