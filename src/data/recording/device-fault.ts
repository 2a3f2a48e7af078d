import type { RecordingMode } from './recording-types.ts';

/**
 * Returns why camera or microphone are not available, and what to do. `denied` are the devices that the person denied.
 */
export function deviceFault(error: unknown, mode: RecordingMode, denied: readonly string[] = []): string {
  const name = error instanceof Error ? error.name : '';
  const withCamera = mode === 'video';
  switch (name) {
    case 'NotAllowedError':
      return `Доступ к ${deniedWords(mode, denied)} запрещён. Нажмите значок слева от адреса страницы, разрешите доступ и попробуйте снова. Если там всё разрешено, проверьте настройки системы.`;
    case 'NotFoundError':
      return withCamera
        ? 'Камера или микрофон не найдены. Подключите их и попробуйте снова или запишите только звук.'
        : 'Микрофон не найден. Подключите его и попробуйте снова.';
    case 'NotReadableError':
    case 'AbortError':
      return withCamera
        ? 'Камера или микрофон заняты другой программой. Закройте её и попробуйте снова или запишите только звук.'
        : 'Микрофон занят другой программой. Закройте её и попробуйте снова.';
    case 'SecurityError':
      return 'Запись на этом устройстве запрещена его настройками. Обратитесь к администратору или выберите готовый файл.';
    case 'NotSupportedError':
      return 'Этот браузер не умеет записывать с таких устройств. Выберите другие или готовый файл.';
    default:
      return 'Запись не началась. Попробуйте снова или выберите готовый файл.';
  }
}

/** Returns which of the two the person denied, as far as the browser says. */
export async function deniedDevices(mode: RecordingMode): Promise<string[]> {
  const names = mode === 'video' ? ['camera', 'microphone'] : ['microphone'];
  const states = await Promise.all(names.map(stateOf));
  return names.filter((_, index) => states[index] === 'denied');
}

async function stateOf(name: string): Promise<PermissionState | undefined> {
  // Older versions of Firefox know neither name, and throw.
  const status = await navigator.permissions?.query({ name: name as PermissionName }).catch(() => undefined);
  return status?.state;
}

function deniedWords(mode: RecordingMode, denied: readonly string[]): string {
  if (mode === 'sound') return 'микрофону';
  if (denied.length === 1) return denied[0] === 'camera' ? 'камере' : 'микрофону';
  return 'камере и микрофону';
}
