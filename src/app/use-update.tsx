import { useState, useSyncExternalStore } from 'react';
import { isSafeToReload, type ReloadLosses, reloadLosses } from '#src/data/recording/index.ts';
import { ConfirmDialog } from '#src/ui/index.ts';
import { appUpdate } from './app-update.ts';

/** The newer version and the way to it. It asks first where loading the page anew would lose something, and says what. */
export function useUpdate() {
  const state = useSyncExternalStore(appUpdate.subscribe, appUpdate.state);
  const [asking, setAsking] = useState<ReloadLosses>();

  const take = () => {
    if (isSafeToReload()) appUpdate.take(isSafeToReload);
    else setAsking(reloadLosses());
  };
  const takeAnyway = () => {
    setAsking(undefined);
    appUpdate.take(() => true);
  };

  const question = asking ? (
    <ConfirmDialog
      title={titleOf(asking)}
      confirm="Обновить"
      cancel="Позже"
      danger
      onConfirm={takeAnyway}
      onCancel={() => setAsking(undefined)}
    >
      {asking.typed ? <p>На этом экране есть несохранённые изменения. Если обновить сейчас, они пропадут.</p> : null}
      {asking.recording ? (
        <p>Идёт запись. Если обновить сейчас, она остановится; записанное останется на этом устройстве.</p>
      ) : null}
      {asking.videos > 0 ? (
        <p>
          {asking.videos === 1
            ? 'Видео ещё не сохранено на устройстве. Если обновить сейчас, его придётся выбрать ещё раз: загрузка пойдёт дальше с того же места.'
            : 'Видео ещё не сохранены на устройстве. Если обновить сейчас, их придётся выбрать ещё раз: загрузки пойдут дальше с того же места.'}
        </p>
      ) : null}
    </ConfirmDialog>
  ) : null;

  return { state, take, question };
}

function titleOf({ typed, recording }: ReloadLosses): string {
  if (typed) return 'Обновить без сохранения?';
  return recording ? 'Остановить запись и обновить?' : 'Обновить до конца загрузки?';
}
