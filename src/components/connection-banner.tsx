import CloudOff from 'lucide-react/icons/cloud-off';
import { formatWhen } from '#src/lib/dates.ts';
import { counted } from '#src/lib/plurals.ts';
import { useOnline } from '#src/lib/use-connection.ts';
import { useWaitingUploads } from '#src/lib/use-uploads.ts';
import { Banner } from './banner.tsx';
import { ButtonLink } from './button-link.tsx';

/** While nothing gets through: what is shown, what waits, and where to see it. `shownAt` is when the data was read. */
export function ConnectionBanner({ shownAt }: { shownAt?: number | undefined }) {
  const online = useOnline();
  const waiting = useWaitingUploads();
  if (online) return null;
  return (
    <Banner
      icon={CloudOff}
      title="Нет подключения."
      action={
        waiting > 0 ? (
          <ButtonLink to="/main/settings#queue" variant="quiet" size="small">
            Очередь отправки
          </ButtonLink>
        ) : undefined
      }
    >
      {shownAt ? `Показаны данные от ${formatWhen(shownAt)}. ` : 'Приложение работает с тем, что есть на устройстве. '}
      {waiting > 0
        ? `${waiting === 1 ? 'Ждёт' : 'Ждут'} отправки: ${counted(waiting, 'видео', 'видео', 'видео')}.`
        : ''}
    </Banner>
  );
}
