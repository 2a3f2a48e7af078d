import RefreshCw from 'lucide-react/icons/refresh-cw';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useState, useSyncExternalStore } from 'react';
import { isSafeToReload, type ReloadLosses, reloadLosses } from '#src/data/recording/index.ts';
import { isOnItsWay, store, uploads } from '#src/sync/index.ts';
import { Banner, Button, ConfirmDialog, useDebounced } from '#src/ui/index.ts';
import { appUpdate } from './app-update.ts';

/** Milliseconds before the banner is shown: a page that is busy releases the database a moment later. */
const letGoMs = 1_000;

/**
 * «Доступна новая версия», which is installed only by the person; also shows what an update in another tab requires.
 */
export function UpdateBanner() {
  const { state, take, question } = useUpdate();
  const schemaStatus = useSyncExternalStore(store.subscribe, store.schemaStatus);
  const isHeldUp = useDebounced(schemaStatus === 'blocked', letGoMs) && schemaStatus === 'blocked';
  const isOutdated = state === 'outdated' || (state === 'newest' && schemaStatus === 'newer');

  if (isHeldUp) {
    return (
      <Banner icon={TriangleAlert} title="Закройте другие вкладки «Протокола».">
        Одна из них осталась на прежней версии и не даёт открыть очередь отправки. Всё записанное сохранено.
      </Banner>
    );
  }
  if (state === 'newest' && !isOutdated) return null;
  return (
    <>
      <Banner
        tone="accent"
        icon={RefreshCw}
        title={isOutdated ? 'Приложение обновлено.' : 'Доступна новая версия.'}
        action={
          <Button size="small" busy={state === 'taking'} onClick={take}>
            {isOutdated ? 'Обновить страницу' : state === 'taking' ? 'Обновляется…' : 'Обновить'}
          </Button>
        }
      >
        {isOutdated ? 'Эта вкладка осталась на прежней версии: обновите её, когда закончите начатое.' : <Advice />}
      </Banner>
      {question}
    </>
  );
}

/** What the update does to uploads, told before the person decides. */
function Advice() {
  const unsafeVideos = useSyncExternalStore(uploads.subscribe, () => reloadLosses().videos);
  const moving = useSyncExternalStore(uploads.subscribe, () => uploads.list().filter(isOnItsWay).length);
  if (unsafeVideos > 0) {
    return `Видео ещё не ${unsafeVideos === 1 ? 'сохранено' : 'сохранены'} на устройстве: лучше обновить после загрузки.`;
  }
  if (moving > 0) return `${moving === 1 ? 'Загрузка продолжится' : 'Загрузки продолжатся'} после обновления.`;
  return 'Обновление займёт несколько секунд.';
}

/**
 * State of the update and the action to install it, which first asks if reloading would lose something, and names it.
 */
function useUpdate() {
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
