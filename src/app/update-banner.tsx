import RefreshCw from 'lucide-react/icons/refresh-cw';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useSyncExternalStore } from 'react';
import { reloadLosses } from '#src/data/recording/index.ts';
import { isOnItsWay, store, uploads } from '#src/sync/index.ts';
import { Banner, Button, useDebounced } from '#src/ui/index.ts';
import { useUpdate } from './use-update.tsx';

/** A page that is at work lets go of the database a moment later: no reason to trouble anybody. */
const letGoMs = 1_000;

/** «Доступна новая версия»: taken when the person says so, never by itself. And what an update in another tab asks for. */
export function UpdateBanner() {
  const { state, take, question } = useUpdate();
  const standing = useSyncExternalStore(store.subscribe, store.standing);
  const isHeldUp = useDebounced(standing === 'blocked', letGoMs) && standing === 'blocked';
  const isOutdated = state === 'outdated' || (state === 'newest' && standing === 'newer');

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

/** What becomes of uploads: said before the person decides. */
function Advice() {
  const held = useSyncExternalStore(uploads.subscribe, () => reloadLosses().videos);
  const moving = useSyncExternalStore(uploads.subscribe, () => uploads.list().filter(isOnItsWay).length);
  if (held > 0) {
    return `Видео ещё не ${held === 1 ? 'сохранено' : 'сохранены'} на устройстве: лучше обновить после загрузки.`;
  }
  if (moving > 0) return `${moving === 1 ? 'Загрузка продолжится' : 'Загрузки продолжатся'} после обновления.`;
  return 'Обновление займёт несколько секунд.';
}
