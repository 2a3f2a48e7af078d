/** Returns why this page cannot record at all, in words; undefined if it can. */
export function recordingHindrance(): string | undefined {
  if (!window.isSecureContext) {
    return 'Запись возможна только по защищённому адресу (https). Попросите об этом администратора или выберите готовый файл.';
  }
  if (typeof MediaRecorder === 'undefined' || !navigator.mediaDevices?.getUserMedia) {
    return 'Этот браузер не умеет записывать. Откройте «Протокол» в свежем Chrome, Edge, Firefox или Safari или выберите готовый файл.';
  }
  return undefined;
}
