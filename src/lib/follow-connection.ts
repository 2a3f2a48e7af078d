import { onlineManager } from '@tanstack/react-query';
import { connectivity } from './connectivity.ts';
import { showToast } from './toast.ts';

/** Lets queries wait for the line, and tells the person when it goes and when it returns. */
export function followConnection(): () => void {
  onlineManager.setEventListener((setOnline) => connectivity.subscribe(() => setOnline(connectivity.isOnline())));
  onlineManager.setOnline(connectivity.isOnline());
  return connectivity.subscribe(() => {
    if (connectivity.isOnline()) showToast('Подключение восстановлено');
    else showToast('Вы офлайн. Изменения сохраняются на устройстве', { tone: 'warn' });
  });
}
