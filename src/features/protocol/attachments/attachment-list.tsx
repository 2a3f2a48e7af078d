import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { use, useEffect, useRef, useState } from 'react';
import type { Attachment } from '#contract/protocols/attachment.ts';
import { shortened } from '#contract/text/shortened.ts';
import { attachmentTitle, deleteAttachment, plainAttachment, updateAttachment } from '#src/data/attachment/index.ts';
import { FileList } from '#src/features/files/index.ts';
import { DeletionQuestion, useDeletion } from '#src/features/forms/index.ts';
import { UnsentMark } from '#src/features/queue/index.ts';
import { enqueue, errorWords, type Optimistic, type Unsent, useOnline, useQueuedMutations } from '#src/sync/index.ts';
import { focusWhenLost, MenuButton, showToast } from '#src/ui/index.ts';
import { EditingContext } from '../editing/editing.ts';
import { AttachmentForm } from './attachment-form.tsx';
import { positionAt } from './attachment-places.ts';
import styles from './attachments.module.css';

interface AttachmentListProps {
  protocolId: string;
  /** Attachments of one agenda item, or of the protocol, in their order. */
  attachments: readonly Optimistic<Attachment>[];
  label: string;
}

/** Attachments by title; each can be downloaded, edited, moved and removed in place. */
export function AttachmentList({ protocolId, attachments, label }: AttachmentListProps) {
  const { readOnly } = use(EditingContext);
  const place = useRef<HTMLDivElement>(null);
  /** Agenda item that takes the focus when the last file is removed, and the list with it. */
  const question = useRef<Element>(null);
  useEffect(() => {
    question.current = place.current?.closest('[data-item]') ?? null;
  }, []);
  const [edited, setEdited] = useState<string>();
  const online = useOnline();
  const reasonOf = useReasons();
  const deletion = useDeletion({
    kind: deleteAttachment,
    variables: (attachment: Optimistic<Attachment>) => ({ protocolId, attachment: plainAttachment(attachment) }),
    onDeleted: () => focusWhenLost(() => nextFocus(place.current, question.current)),
  });
  const move = (attachment: Optimistic<Attachment>, to: number) => {
    const change = { position: positionAt(attachments, attachment.id, to) };
    const variables = { protocolId, attachment: plainAttachment(attachment), change };
    enqueue(updateAttachment, variables, attachment.unsent?.writes).catch((error: unknown) =>
      showToast(`Приложение не перемещено. ${errorWords(error).words}`, { tone: 'bad' }),
    );
  };
  const actionsOf = (attachment: Optimistic<Attachment>, index: number) => [
    { id: 'edit', title: 'Изменить…', icon: Pencil, onAction: () => setEdited(attachment.id) },
    ...(index > 0 ? [{ id: 'up', title: 'Выше', icon: ArrowUp, onAction: () => move(attachment, index - 1) }] : []),
    ...(index < attachments.length - 1
      ? [{ id: 'down', title: 'Ниже', icon: ArrowDown, onAction: () => move(attachment, index + 1) }]
      : []),
    { id: 'delete', title: 'Убрать', icon: Trash2, danger: true, onAction: () => deletion.start(attachment) },
  ];
  const open = attachments.find(({ id }) => id === edited);
  return (
    <div ref={place}>
      <FileList
        label={label}
        files={attachments.map((attachment, index) => ({
          key: attachment.id,
          name: attachment.name || attachmentTitle(attachment),
          title: attachmentTitle(attachment),
          size: attachment.size,
          details: detailsOf(attachment, online),
          below: attachment.unsent ? <UploadStatus unsent={attachment.unsent} reason={reasonOf(attachment)} /> : null,
          url: online ? attachment.url : undefined,
          aside: readOnly ? null : (
            <MenuButton
              icon={Ellipsis}
              label={`Действия: ${shortened(attachmentTitle(attachment))}`}
              actions={actionsOf(attachment, index)}
            />
          ),
        }))}
      />
      {open ? (
        <AttachmentForm
          protocolId={protocolId}
          attachment={open}
          onClose={() => {
            setEdited(undefined);
            focusWhenLost(() => nextFocus(place.current, question.current));
          }}
        />
      ) : null}
      <DeletionQuestion deletion={deletion} title="Убрать приложение?" failed="Приложение не убрано" it="его">
        {(attachment) => <p>Файл «{shortened(attachmentTitle(attachment))}» исчезнет из протокола.</p>}
      </DeletionQuestion>
    </div>
  );
}

/** State of a file on its way to the server, and the reason of a refusal. */
function UploadStatus({ unsent, reason }: { unsent: Unsent; reason: string | undefined }) {
  return (
    <>
      <UnsentMark unsent={unsent} />
      {reason ? <span className={styles.refusal}>{reason}</span> : null}
    </>
  );
}

/**
 * Returns details beside the title, so that nothing moves when the connection is lost: «смета.xlsx» where it differs,
 * «3 л.».
 */
function detailsOf({ title, name, sheets, url }: Attachment, online: boolean): string | undefined {
  const extension = /\.[^.\s]{1,10}$/.exec(name ?? '')?.[0] ?? '';
  const isNamedSo = !title || `${title}${extension}` === name;
  const file = isNamedSo ? extension.slice(1).toUpperCase() : name;
  const wait = url && !online ? 'скачивается с подключением' : '';
  return [file, sheets ? `${sheets}\u00A0л.` : '', wait].filter(Boolean).join(' · ');
}

/** Returns a function that tells why a file, or a change of it, was refused. */
function useReasons(): (attachment: Optimistic<Attachment>) => string | undefined {
  const rows = useQueuedMutations();
  return ({ unsent }) => rows.find(({ id, fault }) => fault && unsent?.writes.includes(id))?.fault?.message;
}

function nextFocus(list: Element | null, question: Element | null): HTMLElement | null {
  const first = list?.querySelector('button') ?? question?.querySelector<HTMLElement>('button[aria-haspopup="menu"]');
  return first ?? document.querySelector<HTMLElement>('[data-attach]') ?? heading();
}

function heading(): HTMLElement | null {
  return document.querySelector('h1');
}
