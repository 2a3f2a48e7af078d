const tag = 'uploads-left';

/** Says that the browser gives up sending by itself, where the person allowed notifications. */
export async function notifyLastChance(registration: ServiceWorkerRegistration): Promise<void> {
  if (Notification.permission !== 'granted') return;
  await registration.showNotification('Отправлено не всё', {
    body: 'Неотправленное сохранено на устройстве. Откройте «Протокол», и отправка продолжится.',
    icon: '/icons/any-192.png',
    lang: 'ru',
    tag,
  });
}

/** Brings the app to the front, or opens it. */
export async function openApp(clients: Clients, notification: Notification): Promise<void> {
  notification.close();
  const [open] = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (open) await open.focus();
  else await clients.openWindow('/main');
}
