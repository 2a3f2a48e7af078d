import Mic from 'lucide-react/icons/mic';
import { useLocation } from 'react-router-dom';
import { lengthWords } from '#src/data/recording/index.ts';
import { counted } from '#src/format/index.ts';
import { outbox, useLeftRecordings } from '#src/sync/index.ts';
import { Banner, ButtonLink } from '#src/ui/index.ts';

/** Recordings that were neither sent nor discarded: told on every screen but that of their protocol, which offers both. */
export function LeftRecordingsBanner() {
  const { pathname } = useLocation();
  const elsewhere = useLeftRecordings().filter(({ protocolId }) => !pathname.endsWith(addressOf(protocolId)));
  const [first] = elsewhere;
  if (!first) return null;
  return (
    <Banner
      icon={Mic}
      title={
        elsewhere.length > 1
          ? `${counted(elsewhere.length, 'незаконченная запись', 'незаконченные записи', 'незаконченных записей')}.`
          : `Незаконченная запись, ${lengthWords(first.millis)}.`
      }
      action={
        <ButtonLink to={addressOf(first.protocolId)} size="small">
          К протоколу с записью
        </ButtonLink>
      }
    >
      {elsewhere.length > 1 ? 'Они сохранены' : 'Она сохранена'} на этом устройстве: отправьте или удалите в протоколе.
    </Banner>
  );
}

function addressOf(protocolId: string): string {
  return `/main/protocols/${encodeURIComponent(outbox.currentId(protocolId))}`;
}
