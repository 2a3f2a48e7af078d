import type { UploadFault } from '../store/upload-row.ts';

/** Returns the fault of an upload that the server rejected: in its own words, where it gave some. */
export function rejectedFor(reason: string | undefined): UploadFault {
  if (!reason) return faults.rejected;
  return { code: faults.rejected.code, message: `${reason.replace(/\.$/, '')}. Видео на этом устройстве цело.` };
}

/** Causes that the client itself finds, in words for the person: what happened, what is safe, what to do. */
export const faults = {
  needsFile: {
    code: 'needs_file',
    message:
      'Браузер закрылся раньше, чем видео сохранилось на устройстве. Выберите тот же файл\u00A0— загрузка продолжится.',
  },
  sourceChanged: {
    code: 'source_changed',
    message: 'Файл изменён, перемещён или удалён. Выберите исходный файл\u00A0— загрузка продолжится.',
  },
  partUnreadable: {
    code: 'part_unreadable',
    message:
      'Устройство не может прочитать часть этой записи, остальное цело. Повторите позже или решите, отправить ли запись с\u00A0пропуском.',
  },
  deviceUnreadable: {
    code: 'device_unreadable',
    message: 'Браузер сейчас не может прочитать запись с этого устройства. Если это не пройдёт, обновите страницу.',
  },
  smallerParts: {
    code: 'needs_file',
    message:
      'Сервер принимает видео только меньшими частями, а для этого нужен сам файл. Выберите тот же файл\u00A0— загрузка начнётся заново.',
  },
  deviceFull: {
    code: 'device_full',
    message: 'Сервер принимает видео только меньшими частями, а делить его на устройстве негде: освободите место.',
  },
  rejected: {
    code: 'upload_rejected',
    message: 'Видео на сервере не совпало с исходным. Файл на устройстве цел: повторите загрузку.',
  },
  differs: {
    code: 'upload_differs',
    message:
      'Файл на устройстве изменился, пока загружался: у протокола его прежняя запись. Повторите, и файл загрузится ещё одной записью, или отмените загрузку.',
  },
  removedElsewhere: {
    code: 'upload_removed',
    message:
      'Эта запись была на сервере полностью, но теперь её там нет: возможно, её удалили или заменили. Если она нужна, повторите загрузку, если нет\u00A0— отмените.',
  },
  cancelledElsewhere: {
    code: 'upload_cancelled',
    message: 'Загрузку отменили в другом окне или она устарела. Файл на устройстве цел: повторите загрузку.',
  },
  protocolUnsent: {
    code: 'protocol_unsent',
    message: 'Сначала отправится сам протокол: он создан на этом устройстве. Видео пойдёт сразу после него.',
  },
  protocolBeingDeleted: {
    code: 'protocol_leaving',
    message: 'Протокол удаляется, видео ждёт. Если отменить удаление, загрузка продолжится.',
  },
  earlierUpload: {
    code: 'upload_behind',
    message: 'Ждёт, пока загрузится предыдущая запись этого протокола.',
  },
  earlierUploadStopped: {
    code: 'upload_behind',
    message: 'Ждёт предыдущую запись этого протокола, а её загрузка остановлена: продолжите или отмените её.',
  },
  oneRecording: {
    code: 'one_recording',
    message: 'Сервер хранит только одну запись. Эта займёт место прежней, вернуть ту будет нельзя.',
  },
  incomplete: {
    code: 'upload_incomplete',
    message: 'Сервер получил видео не полностью. Файл на устройстве цел: повторите загрузку.',
  },
  corrupt: {
    code: 'chunk_hash_mismatch',
    message: 'Данные портятся по пути к серверу. Загруженное сохранено: повторите позже или в другой сети.',
  },
} as const satisfies Record<string, UploadFault>;

const causesOfWaiting: readonly UploadFault[] = [
  faults.protocolUnsent,
  faults.protocolBeingDeleted,
  faults.earlierUpload,
];

/** Whether an upload waits for something else on this device, and goes on as soon as that is over. */
export function waitsForOther(fault: UploadFault | null | undefined): boolean {
  return causesOfWaiting.some(({ code }) => code === fault?.code);
}
