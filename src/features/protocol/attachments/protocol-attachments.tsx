import { useQueryClient } from '@tanstack/react-query';
import Paperclip from 'lucide-react/icons/paperclip';
import { memo, use, useEffect, useRef } from 'react';
import { placedAttachments } from '#contract/protocols/attachment.ts';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { Button } from '#src/ui/index.ts';
import { EditingContext } from '../editing/editing.ts';
import styles from './attachments.module.css';
import { attach, chooseAttachments, useRefusal } from './choose-files.ts';
import { LazyAttachmentList } from './lazy-list.tsx';

/**
 * Files of the protocol as a whole with the button that attaches more; nothing where there are none and none can be
 * added.
 */
export const ProtocolAttachments = memo(function ProtocolAttachments({
  protocol: { id, attachments, agenda },
}: {
  protocol: Pick<Protocol, 'id' | 'attachments' | 'agenda'>;
}) {
  const client = useQueryClient();
  const { readOnly } = use(EditingContext);
  const { attachments: isOffered } = useOffers();
  const place = { protocolId: id, itemId: null };
  const refusal = useRefusal(place);
  const own = placedAttachments(attachments, agenda)
    .filter(({ question }) => question === 0)
    .map(({ attachment }) => attachment);
  const canAttach = !readOnly && isOffered === true;
  const isUnknown = !readOnly && isOffered === undefined;
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    const [rest, sheet] = [section.current, section.current?.parentElement];
    if (!canAttach || !rest || !sheet) return;
    let isOver = false;
    let stop: (() => void) | undefined;
    // Loaded lazily: few people drag files, so the code comes with the first file held over the sheet.
    const begin = async () => {
      const drops = await import('./drop-files.ts').catch(() => undefined);
      if (isOver || stop) return;
      stop = drops?.followDrops(sheet, rest, (itemId, files) => void attach(client, { protocolId: id, itemId }, files));
    };
    const enter = () => {
      if (!stop) void begin();
    };
    // Needed also before that code is loaded: otherwise the browser would open the file in place of the app.
    const hold = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      hold(event);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (stop || files.length === 0) return;
      const item = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-item]') : null;
      void attach(client, { protocolId: id, itemId: item?.dataset.item ?? null }, files);
    };
    sheet.addEventListener('dragenter', enter);
    sheet.addEventListener('dragover', hold);
    sheet.addEventListener('drop', drop);
    return () => {
      isOver = true;
      sheet.removeEventListener('dragenter', enter);
      sheet.removeEventListener('dragover', hold);
      sheet.removeEventListener('drop', drop);
      stop?.();
    };
  }, [canAttach, client, id]);
  if (own.length === 0 && !canAttach && !isUnknown) return null;
  // Hidden but present until it is known whether the server takes files, so that nothing below moves later.
  const hidden = { style: { visibility: 'hidden' as const } };
  return (
    <section
      ref={section}
      aria-label="Приложения к протоколу"
      className={styles.section}
      {...(own.length === 0 && !canAttach ? hidden : {})}
    >
      <div className={styles.head}>
        <h2 className={styles.title}>Приложения к протоколу</h2>
        {canAttach || isUnknown ? (
          <Button
            data-attach=""
            size="small"
            variant="quiet"
            icon={Paperclip}
            className={styles.add}
            {...(canAttach ? {} : hidden)}
            onClick={() => chooseAttachments(client, place, 'Файлы к протоколу')}
          >
            Приложить файлы
          </Button>
        ) : null}
      </div>
      <LazyAttachmentList protocolId={id} attachments={own} label="Приложения к протоколу" />
      {refusal ? (
        <p className={styles.refusal} role="alert">
          {refusal}
        </p>
      ) : null}
    </section>
  );
});
