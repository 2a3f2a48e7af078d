import { SendQueue } from '#src/features/queue/index.ts';
import { Card } from '#src/ui/index.ts';
import { AboutApp } from './about-app.tsx';
import { InstallHelp } from './install-help.tsx';
import { KeyboardHelp } from './keyboard-help.tsx';
import { MotionChoice, TextSizeChoice, ThemeChoice } from './look-choices.tsx';
import { PasswordCard } from './password-card.tsx';
import { ProfileCard } from './profile-card.tsx';
import styles from './settings-screen.module.css';
import { StorageUse } from './storage-use.tsx';

/** The own profile and password, and the app on this device. */
export function PersonalSettings() {
  return (
    <div className={styles.cards}>
      <div className={styles.aside}>
        <ProfileCard />
        <PasswordCard />
      </div>
      <div className={styles.aside}>
        <Card title="Тема">
          <ThemeChoice />
        </Card>
        <Card title="Размер текста">
          <TextSizeChoice />
        </Card>
        <Card title="Анимация">
          <MotionChoice />
        </Card>
        <Card title="Установка">
          <InstallHelp />
        </Card>
        <Card title="Клавиатура">
          <KeyboardHelp />
        </Card>
        <Card anchor="queue" title="Очередь отправки">
          <SendQueue />
        </Card>
        <Card title="Память устройства">
          <StorageUse />
        </Card>
        <Card title="О приложении">
          <AboutApp />
        </Card>
      </div>
    </div>
  );
}
