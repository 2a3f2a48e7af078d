import { memo, use, useMemo } from 'react';
import { useStore } from 'zustand';
import { placedAttachments } from '#contract/protocols/attachment.ts';
import { ProtocolContext } from '../editing/protocol-context.ts';
import sheet from '../editing/sheet.module.css';
import styles from './attachments.module.css';
import { useRefusal } from './choose-files.ts';
import { LazyAttachmentList } from './lazy-list.tsx';

interface ItemAttachmentsProps {
  itemId: string;
  /** Place of the agenda item, counted from 1. */
  position: number;
}

/**
 * Files of an agenda item below its texts; nothing where it has none. Memoised: an agenda may have hundreds of items.
 */
export const ItemAttachments = memo(function ItemAttachments({ itemId, position }: ItemAttachmentsProps) {
  const shown = use(ProtocolContext);
  const protocolId = useStore(shown, ({ protocol }) => protocol?.id) ?? '';
  const attachments = useStore(shown, ({ protocol }) => protocol?.attachments);
  const refusal = useRefusal({ protocolId, itemId });
  const own = useMemo(
    () =>
      placedAttachments(attachments, [{ id: itemId }])
        .filter(({ question }) => question > 0)
        .map(({ attachment }) => attachment),
    [attachments, itemId],
  );
  if (own.length === 0 && !refusal) return null;
  return (
    <>
      {own.length > 0 ? (
        <>
          <h3 className={sheet.part}>Приложения</h3>
          <LazyAttachmentList protocolId={protocolId} attachments={own} label={`Приложения к вопросу ${position}`} />
        </>
      ) : null}
      {refusal ? (
        <p className={styles.refusal} role="alert">
          {refusal}
        </p>
      ) : null}
    </>
  );
});
