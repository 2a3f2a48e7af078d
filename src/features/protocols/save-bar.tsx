import { useState } from 'react';
import { Button } from '#src/components/button.tsx';
import { errorWords } from '#src/lib/api-errors.ts';
import styles from './forms.module.css';
import type { ProtocolSave } from './use-protocol-save.ts';

interface SaveBarProps {
  saving: ProtocolSave;
  /** Sends what is typed over what somebody else wrote. */
  onOverwrite: () => void;
  /** Lets go of what is typed for what the server has now. */
  onReload: () => void;
  onCancel: () => void;
}

/** «Сохранить» and «Отмена» of a form; what failed, and in a conflict both ways out, stand beside them. */
export function SaveBar({ saving, onOverwrite, onReload, onCancel }: SaveBarProps) {
  const { busy, error, conflict } = saving;
  const [unread, setUnread] = useState(false);
  const failure = error ? errorWords(error) : undefined;
  const reload = async () => {
    try {
      await saving.fresh();
      onReload();
    } catch {
      setUnread(true);
    }
  };
  return (
    <>
      {conflict ? (
        <div className={styles.conflict} role="alert">
          <p>
            <strong>Протокол изменили в другом месте.</strong> Введённое вами осталось в форме и не потеряно.
            {unread ? ' Новая версия не загрузилась: проверьте подключение.' : ''}
          </p>
          <div className={styles.buttons}>
            <Button size="small" onClick={reload}>
              Загрузить новую версию
            </Button>
            <Button size="small" busy={busy} onClick={onOverwrite}>
              {busy ? 'Загрузка...' : 'Сохранить мою'}
            </Button>
          </div>
        </div>
      ) : null}
      {failure ? (
        <p className={styles.failure} role="alert">
          <strong>Не сохранено. {failure.title}.</strong> {failure.words}
        </p>
      ) : null}
      <div className={styles.buttons}>
        {conflict ? null : (
          <Button type="submit" busy={busy}>
            {busy ? 'Загрузка...' : 'Сохранить'}
          </Button>
        )}
        <Button variant="quiet" disabled={busy} onClick={onCancel}>
          Отмена
        </Button>
      </div>
    </>
  );
}
