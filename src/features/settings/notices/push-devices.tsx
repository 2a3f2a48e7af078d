import { useQueryClient } from '@tanstack/react-query';
import BellRing from 'lucide-react/icons/bell-ring';
import Smartphone from 'lucide-react/icons/smartphone';
import { useEffect, useId, useRef, useState } from 'react';
import type { PushDevice } from '#contract/notices/notice.ts';
import {
  isPushSubscribed,
  type PushAbility,
  pushAbility,
  pushDevicesQuery,
  turnPushOff,
  turnPushOn,
  usePushDevices,
} from '#src/data/notice/index.ts';
import { QueryView, useOfflineNote } from '#src/features/connection/index.ts';
import { formatMoment } from '#src/format/index.ts';
import { errorWords } from '#src/sync/index.ts';
import { Button, Icon, layout, Skeleton, StatusNote } from '#src/ui/index.ts';
import styles from './notices-tab.module.css';

/** Whether this device gets notices while the app is closed, and which other devices do. */
export function PushDevices({ serverKey }: { serverKey: string | undefined }) {
  const query = usePushDevices();
  return (
    <QueryView query={query} skeleton={<Skeleton width="100%" height={96} />}>
      {(devices) => <Devices devices={devices} serverKey={serverKey} />}
    </QueryView>
  );
}

function Devices({ devices, serverKey }: { devices: readonly PushDevice[]; serverKey: string | undefined }) {
  const client = useQueryClient();
  const note = useId();
  const offlineNote = useOfflineNote();
  const status = useRef<HTMLParagraphElement>(null);
  const [ability, setAbility] = useState(() => pushAbility());
  const [words, setWords] = useState('');
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState<string>();
  const [isSubscribed, setSubscribed] = useState<boolean>();
  useEffect(() => {
    void isPushSubscribed(serverKey ?? '').then(setSubscribed);
  }, [serverKey]);
  const isKnown = ability === 'able' && devices.some(({ is_this }) => is_this) && Notification.permission === 'granted';
  const isOn = isKnown && isSubscribed !== false;

  async function work(what: string, task: () => Promise<string>): Promise<void> {
    if (offlineNote || busy) return;
    setBusy(what);
    setWords('');
    setFailure(undefined);
    try {
      setWords(await task());
      await client.invalidateQueries({ queryKey: pushDevicesQuery.queryKey });
      // The button may have been removed with its device.
      status.current?.focus();
    } catch (error) {
      setFailure(failureWords(error));
    } finally {
      setBusy(undefined);
      setAbility(pushAbility());
      setSubscribed(await isPushSubscribed(serverKey ?? ''));
    }
  }
  const turnOn = () =>
    work('on', async () => {
      const made = await turnPushOn(serverKey ?? '');
      if (made === 'dismissed') return 'Вопрос браузера остался без ответа: уведомления не включены.';
      return made === 'denied' ? '' : 'Уведомления будут приходить на это устройство.';
    });
  const turnOff = (device: PushDevice) =>
    work(device.id, async () => {
      await turnPushOff(device);
      return device.is_this ? 'На это устройство уведомления больше не приходят.' : 'Устройство отключено.';
    });

  return (
    <div className={layout.stack(3)}>
      <p>{isOn ? 'На это устройство уведомления приходят, и когда «Протокол» закрыт.' : abilityWords[ability]}</p>
      <StatusNote id={note}>{offlineNote}</StatusNote>
      {ability === 'able' && !isOn && serverKey ? (
        <div>
          <Button icon={BellRing} busy={busy === 'on'} aria-describedby={note} onClick={() => void turnOn()}>
            Включить на этом устройстве
          </Button>
        </div>
      ) : null}
      {devices.length > 0 ? (
        <ul className={styles.devices} aria-label="Устройства, на которые приходят уведомления">
          {devices.map((device) => (
            <li key={device.id} className={styles.device}>
              <Icon of={Smartphone} />
              <span className={styles.deviceWords}>
                <span>
                  {device.name || 'Устройство'}
                  {device.is_this ? ', это устройство' : ''}
                </span>
                <span className={styles.state}>
                  {device.last_success_at
                    ? `Последнее уведомление ${formatMoment(device.last_success_at)}`
                    : 'Уведомлений ещё не было'}
                </span>
              </span>
              <Button
                size="small"
                busy={busy === device.id}
                aria-describedby={note}
                aria-label={`Отключить: ${device.name || 'устройство'}${device.is_this ? ', это устройство' : ''}`}
                onClick={() => void turnOff(device)}
              >
                Отключить
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      {failure ? (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      ) : null}
      <p ref={status} tabIndex={-1} role="status" className={styles.said}>
        {words}
      </p>
    </div>
  );
}

const abilityWords: Record<PushAbility, string> = {
  able: 'Уведомления могут приходить на это устройство, и когда «Протокол» закрыт. Браузер спросит разрешения.',
  denied:
    'Уведомления этого сайта запрещены в браузере. Разрешите их: нажмите на значок слева от адреса, откройте «Уведомления» и выберите «Разрешить», затем обновите страницу.',
  'needs-install':
    'На iPhone и iPad уведомления приходят установленному приложению: нажмите «Поделиться», затем «На экран „Домой“», и включите их там.',
  unsupported: 'Этот браузер не умеет получать уведомления. Они остаются в списке приложения и в письмах.',
};

/** Returns an error in Russian: browsers give theirs in English, mostly about their push service. */
function failureWords(error: unknown): string {
  if (!(error instanceof DOMException)) return errorWords(error).words;
  return 'Браузер не смог подключиться к своей службе уведомлений. Попробуйте позже или в другом браузере.';
}
