/** The server refused: its status, stable code, message in Russian, and the first message of each field. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly fields: Record<string, string>;
  /** The message as the server wrote it; undefined where `message` is only the client's text for the status. */
  readonly serverMessage: string | undefined;
  /** Seconds to wait before another try (429, 503), where the server said so. */
  readonly retryAfter: number | undefined;
  /** The server's present state of the entity, as it sent it; only of a version conflict. */
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

/** No answer of the server: no network, a timeout, or a portal that answered in its place. */
export class NetworkError extends Error {
  override name = 'NetworkError';
  /** Whether the connection exists and the server behind it failed. */
  readonly isServers: boolean;
  /** Whether the answer did not come in time. */
  readonly isLate: boolean;

  constructor(
    message?: string,
    { isServers = false, isLate = false, ...options }: ErrorOptions & { isServers?: boolean; isLate?: boolean } = {},
  ) {
    super(message, options);
    this.isServers = isServers;
    this.isLate = isLate;
  }
}

/** The server did not answer, and the device could not keep the mutation: it is full, or its storage fails. */
export class NoRoomError extends NetworkError {
  override name = 'NoRoomError';
  /** `blocked`: earlier mutations wait, which have to be sent before it. */
  readonly reason: 'full' | 'broken' | 'blocked';

  constructor(message: string, reason: NoRoomError['reason']) {
    super(message);
    this.reason = reason;
  }
}

/** The answer of a plain provider was lost: it may have taken the mutation. */
export class OutcomeUnknownError extends Error {
  override name = 'OutcomeUnknownError';
}

/** The device could not keep the data: it is full, or its storage fails. No request was sent. */
export class DeviceError extends Error {
  override name = 'DeviceError';
  readonly isFull: boolean;

  constructor(isFull: boolean, options?: ErrorOptions) {
    super(isFull ? 'no room on the device' : 'the storage of the device fails', options);
    this.isFull = isFull;
  }
}

/** A refused mutation does not wait for a correction any more: another tab sent or discarded it. */
export class DecidedError extends Error {
  override name = 'DecidedError';
}

/** The server's answer does not match the contract. */
export class ReplyError extends Error {
  override name = 'ReplyError';
}

/** Whether the server said that the thing does not exist, or that this person may not see it. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && [403, 404, 410].includes(error.status);
}

/** Whether the server itself gave the answer: a router in front of it refuses without a message. */
export function isOwnWord(error: unknown): boolean {
  return error instanceof ApiError && error.serverMessage !== undefined;
}

/** Returns the words that a screen shows for an error: what happened, in the reader's terms. */
export function errorWords(error: unknown): { offline: boolean; title: string; words: string } {
  if (error instanceof NoRoomError) {
    return { offline: error.reason !== 'blocked', ...noRoom[error.reason] };
  }
  if (error instanceof OutcomeUnknownError) {
    return {
      offline: false,
      title: 'Сервер не ответил',
      words: 'Он мог принять это. Проверьте, прежде чем отправлять ещё раз.',
    };
  }
  if (error instanceof NetworkError) {
    if (error.isServers) return { offline: false, title: 'Сервер не справился', words: 'Повторите чуть позже.' };
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
  if (error instanceof DecidedError) {
    return {
      offline: false,
      title: 'Исправлять уже нечего',
      words: 'В другой вкладке это отправили ещё раз или удалили. Скопируйте введённое и обновите страницу.',
    };
  }
  if (error instanceof ApiError) {
    return { offline: false, title: refusalTitle(error), words: error.message };
  }
  return { offline: false, title: 'Не получилось', words: 'Сервер ответил непонятно. Повторите чуть позже.' };
}

function refusalTitle({ status }: ApiError): string {
  if (status === 403) return 'Нет доступа';
  return status >= 500 ? 'Сервер не справился' : 'Не получилось';
}

const noRoom: Record<NoRoomError['reason'], { title: string; words: string }> = {
  full: {
    title: 'На устройстве нет места',
    words: 'Сервер не отвечает, а сохранить изменение до подключения негде. Освободите место или дождитесь сети.',
  },
  broken: {
    title: 'Память устройства не отвечает',
    words: 'Сервер не отвечает, а сохранить изменение до подключения негде. Не закрывайте страницу и повторите.',
  },
  blocked: {
    title: 'Сначала уйдут прежние изменения',
    words: 'Они ещё ждут отправки, а сохранить новое на устройстве негде. Не закрывайте страницу и повторите.',
  },
};
