import { type FormEvent, useState } from 'react';
import { type Attachment, attachmentUpdate } from '#contract/protocols/attachment.ts';
import { shortened } from '#contract/text/shortened.ts';
import { attachmentTitle, plainAttachment, updateAttachment } from '#src/data/attachment/index.ts';
import { enqueue, errorWords, type Optimistic } from '#src/sync/index.ts';
import { FormDialog, SelectField, TextField } from '#src/ui/index.ts';
import { useScreenProtocol } from '../editing/protocol-context.ts';

interface AttachmentFormProps {
  protocolId: string;
  attachment: Optimistic<Attachment>;
  onClose: () => void;
}

const ofProtocol = '';

/** Form of an attachment: its title in documents, the number of its sheets, and its agenda item. */
export function AttachmentForm({ protocolId, attachment, onClose }: AttachmentFormProps) {
  const agenda = useScreenProtocol()?.agenda ?? [];
  const isThere = agenda.some(({ id }) => id === attachment.agenda_id);
  const [start] = useState({
    title: attachmentTitle(attachment),
    sheets: attachment.sheets ? String(attachment.sheets) : '',
    question: isThere ? (attachment.agenda_id ?? ofProtocol) : ofProtocol,
  });
  const [typed, setTyped] = useState(start);
  const [errors, setErrors] = useState<{ title?: string | undefined; sheets?: string | undefined }>({});
  const [failure, setFailure] = useState<string>();
  const type = (change: Partial<typeof start>) => setTyped({ ...typed, ...change });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const sheets = typed.sheets.trim() === '' ? null : Number(typed.sheets.trim());
    const read = attachmentUpdate.safeParse({ title: typed.title, sheets });
    const issues = read.error?.issues ?? [];
    const isWrong = (field: string) => issues.find(({ path }) => path[0] === field);
    setErrors({
      title: isWrong('title')?.message,
      sheets: isWrong('sheets') ? 'Целое число от 1 до 9999 или ничего' : undefined,
    });
    if (!read.success) return;
    const change = {
      ...(read.data.title !== start.title ? { title: read.data.title } : {}),
      ...(typed.sheets.trim() !== start.sheets ? { sheets } : {}),
      ...(typed.question !== start.question ? { agenda_id: typed.question || null } : {}),
    };
    if (Object.keys(change).length === 0) return onClose();
    try {
      const variables = { protocolId, attachment: plainAttachment(attachment), change };
      await enqueue(updateAttachment, variables, attachment.unsent?.writes);
      onClose();
    } catch (error) {
      setFailure(`Не сохранено. ${errorWords(error).words}`);
    }
  };

  return (
    <FormDialog
      title="Приложение"
      submit="Сохранить"
      busy={false}
      dirty={JSON.stringify(typed) !== JSON.stringify(start)}
      failure={failure}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <TextField
        label="Название в документах"
        autoComplete="off"
        autoFocus
        error={errors.title}
        value={typed.title}
        onChange={({ currentTarget }) => type({ title: currentTarget.value })}
      />
      <TextField
        label="Листов"
        hint="На бумаге; в документе будет, например, «на 3 л.»"
        inputMode="numeric"
        autoComplete="off"
        error={errors.sheets}
        value={typed.sheets}
        onChange={({ currentTarget }) => type({ sheets: currentTarget.value })}
      />
      <SelectField
        label="К чему приложен"
        value={typed.question}
        onChange={({ currentTarget }) => type({ question: currentTarget.value })}
      >
        <option value={ofProtocol}>К протоколу в целом</option>
        {agenda.map(({ id, title }, index) => (
          <option key={id} value={id}>
            {`Вопрос ${index + 1}. ${shortened(title || 'Без названия')}`}
          </option>
        ))}
      </SelectField>
    </FormDialog>
  );
}
