import Download from 'lucide-react/icons/download';
import { useRef, useState, useSyncExternalStore } from 'react';
import { installOffer } from '#src/features/common/index.ts';
import { Button, useMediaQuery } from '#src/ui/index.ts';
import { installHint } from './install-hint.ts';
import styles from './settings-screen.module.css';

/** Puts the app beside others on this device: by a button where the browser offers it, else by hand. */
export function InstallHelp() {
  const isInstalled = useMediaQuery('(display-mode: standalone)');
  const isOffered = useSyncExternalStore(installOffer.subscribe, installOffer.isThere);
  const [isTaken, setTaken] = useState(false);
  const status = useRef<HTMLParagraphElement>(null);
  const take = async () => {
    setTaken(await installOffer.take());
    // The button goes with the offer.
    status.current?.focus();
  };
  if (isInstalled) return <p>Приложение установлено: оно открыто в своём окне.</p>;
  return (
    <>
      <p>С отдельным значком и своим окном «Протокол» открывается и без сети, а данные на устройстве целее.</p>
      {isOffered ? (
        <Button icon={Download} className={styles.below} onClick={() => void take()}>
          Установить
        </Button>
      ) : null}
      <p ref={status} tabIndex={-1} className={styles.quiet} role="status">
        {isTaken ? 'Приложение устанавливается: значок появится среди других приложений.' : null}
        {isTaken || isOffered ? null : installHint(navigator)}
      </p>
    </>
  );
}
