import { onlineManager } from '@tanstack/react-query';
import { connectivity } from './connectivity.ts';
import { showToast } from './toast.ts';

/** What the person knows of the line: each change is told once. */
let known = true;

/** Lets queries wait for the line, and tells the person when it goes and when it returns. */
export function followConnection(): () => void {
  onlineManager.setEventListener((setOnline) => connectivity.subscribe(() => setOnline(connectivity.isOnline())));
  onlineManager.setOnline(connectivity.isOnline());
  // Lost before anybody was here to be told; that it is back is no news to who comes then.
  if (connectivity.isOnline()) known = true;
  else tell();
  return connectivity.subscribe(tell);
}

function tell(): void {
  const online = connectivity.isOnline();
  if (online === known) return;
  known = online;
  if (online) showToast('Подключение восстановлено');
  else showToast('Вы офлайн. Изменения сохраняются на устройстве', { tone: 'warn' });
}
