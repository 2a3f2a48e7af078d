import { useQueryClient } from '@tanstack/react-query';
import { type ClipboardEvent, type FormEvent, use, useDeferredValue, useMemo, useState } from 'react';
import type { AgendaItem } from '#contract/protocols/protocol.ts';
import { counted } from '#src/format/index.ts';
import { errorWords } from '#src/sync/index.ts';
import { FormDialog, TextArea } from '#src/ui/index.ts';
import { EditingContext } from '../editing/editing.ts';
import { useScreenProtocol } from '../editing/protocol-context.ts';
import { nameOnly, speakerBody } from '../editing/protocol-form.ts';
import styles from './insert-dialog.module.css';
import { questionsIn } from './pasted-agenda.ts';
import { type PlannedItem, peopleToAsk, plannedItems, tooMany } from './planned-items.ts';

interface InsertDialogProps {
  onInserted: (words: string) => void;
  onClose: () => void;
}

/** Dialog that adds questions pasted from Word, Excel or a mail after the existing ones. */
export function InsertDialog({ onInserted, onClose }: InsertDialogProps) {
  const client = useQueryClient();
  const protocol = useScreenProtocol();
  const { writer } = use(EditingContext);
  const [text, setText] = useState('');
  /** Text and HTML pasted over the whole field; the HTML, with its tables and lists, is used until the text changes. */
  const [pasted, setPasted] = useState<{ text: string; html: string }>();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const shownText = useDeferredValue(text);
  const items = useMemo(() => {
    const html = pasted && isSameText(pasted.text, shownText) ? pasted.html : '';
    // A speaker without an account is given by name only.
    const members = (protocol?.members ?? []).flatMap(({ member_id, name }) =>
      name ? [{ id: member_id ?? nameOnly, name }] : [],
    );
    return plannedItems(questionsIn(shownText, html), peopleToAsk(client, members));
  }, [client, pasted, protocol?.members, shownText]);

  const paste = ({ clipboardData, currentTarget }: ClipboardEvent<HTMLTextAreaElement>) => {
    const isWhole = currentTarget.selectionEnd - currentTarget.selectionStart === currentTarget.value.length;
    const html = clipboardData.getData('text/html');
    setPasted(isWhole && html ? { text: clipboardData.getData('text/plain'), html } : undefined);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const there = protocol?.agenda?.length ?? 0;
    const reason = items.length === 0 ? 'Вставьте или введите повестку' : tooMany(items.length, there);
    setFailure(reason);
    if (reason || busy || !writer) return;
    setBusy(true);
    const announcement = `Вставлено: ${counted(items.length, 'вопрос', 'вопроса', 'вопросов')}`;
    try {
      await writer.change(
        () => announcement,
        (before) => [...before, ...items.map(itemBody)],
      );
      onInserted(announcement);
    } catch (error) {
      setBusy(false);
      setFailure(`Не вставлено. ${errorWords(error).title}.`);
    }
  };
  return (
    <FormDialog
      title="Вставить повестку"
      submit={items.length > 0 ? `Вставить ${counted(items.length, 'вопрос', 'вопроса', 'вопросов')}` : 'Вставить'}
      busy={busy}
      dirty={text.trim() !== ''}
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextArea
        label="Повестка из Word, Excel или письма"
        hint="Номера, докладчиков и время узнаем сами; вопросы можно поправить здесь или потом в протоколе."
        rows={5}
        autoFocus
        className={styles.text}
        value={text}
        onPaste={paste}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setFailure(undefined);
        }}
      />
      {items.length > 0 ? <Preview items={items} /> : null}
    </FormDialog>
  );
}

/** Maximum number of questions shown in the preview. */
const maxShown = 50;

function Preview({ items }: { items: readonly PlannedItem[] }) {
  return (
    <section aria-label="Что будет вставлено" className={styles.preview}>
      <ol>
        {items.slice(0, maxShown).map(({ id, title, speaker }) => (
          <li key={id} dir="auto">
            {title || 'Вопрос без названия'}
            {speaker[0] ? <span className={styles.speaker}> Докладчик: {speaker[0].name}</span> : null}
          </li>
        ))}
      </ol>
      {items.length > maxShown ? (
        <p className={styles.speaker}>И ещё {counted(items.length - maxShown, 'вопрос', 'вопроса', 'вопросов')}</p>
      ) : null}
    </section>
  );
}

function itemBody({ id, title, speaker: [speaker] }: PlannedItem): AgendaItem {
  return { id, title, ...(speaker ? speakerBody(speaker) : {}) };
}

function isSameText(one: string, other: string): boolean {
  return one.replaceAll(/\s+/g, ' ').trim() === other.replaceAll(/\s+/g, ' ').trim();
}
