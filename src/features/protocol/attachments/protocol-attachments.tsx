import { useQueryClient } from '@tanstack/react-query';
import Paperclip from 'lucide-react/icons/paperclip';
import { memo, use, useEffect, useRef } from 'react';
import { placedAttachments } from '#contract/attachment.ts';
import type { Protocol } from '#contract/protocol.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { Button } from '#src/ui/index.ts';
import { EditingContext } from '../editing/editing.ts';
import styles from './attachments.module.css';
import { attach, chooseAttachments, useRefusal } from './choose-files.ts';
import { LazyAttachmentList } from './lazy-list.tsx';

/** The files of a protocol as a whole, and the button that attaches more; nothing where there are and can be none. */
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
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    const [rest, sheet] = [section.current, section.current?.parentElement];
    if (!canAttach || !rest || !sheet) return;
    let isOver = false;
    let stop = () => {
      isOver = true;
    };
    // Few people drag: its code comes with the first file that is held over the sheet.
    const begin = async () => {
      const { followDrops } = await import('./drop-files.ts');
      if (isOver) return;
      stop = followDrops(sheet, rest, (itemId, files) => void attach(client, { protocolId: id, itemId }, files));
    };
    const enter = () => void begin();
    sheet.addEventListener('dragenter', enter, { once: true });
    return () => {
      sheet.removeEventListener('dragenter', enter);
      stop();
    };
  }, [canAttach, client, id]);
  if (own.length === 0 && !canAttach) return null;
  return (
    <section ref={section} aria-label="Приложения к протоколу" className={styles.section}>
      <div className={styles.head}>
        <h2 className={styles.title}>Приложения к протоколу</h2>
        {canAttach ? (
          <Button
            data-attach=""
            size="small"
            variant="quiet"
            icon={Paperclip}
            className={styles.add}
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
