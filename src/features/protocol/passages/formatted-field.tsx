import { type Ref, useEffectEvent, useId, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import {
  type FormattedText as Blocks,
  isUnformatted,
  isWellFormed,
  plainText,
} from '#contract/protocols/formatted-text.ts';
import { classNames, fieldStyles } from '#src/ui/index.ts';
import type { AgendaForm } from '../editing/agenda-form.ts';
import { registerField } from '../editing/written-field.ts';
import written from '../editing/written-text.module.css';
import { openEditor, type PassageEditor } from './editor/open-editor.ts';
import { type ActiveFormats, leavePassage, type PassageInWriting, passageInWriting } from './formats.ts';
import { formattedStyle } from './formatted-text.tsx';
import { blocksIn, type FieldProps } from './waiting-field.tsx';

interface FormattedFieldProps extends FieldProps {
  ref: Ref<PassageEditor>;
  /** Called with the editor when it opens, before anything is typed. */
  begin: ((editor: PassageEditor) => void) | undefined;
  passage: Pick<PassageInWriting, 'apply' | 'askLink'>;
}

/** A passage with formatting in edit mode; the form gets its text, and its blocks where they contain formatting. */
export function FormattedField({
  ref,
  place,
  label,
  className,
  error,
  describedBy,
  begin,
  passage,
}: FormattedFieldProps) {
  const { getValues, setValue, subscribe } = useFormContext<AgendaForm>();
  const element = useRef<HTMLDivElement>(null);
  const editor = useRef<PassageEditor>(null);
  const active = useRef<ActiveFormats>(new Set());
  const [isTooLarge, setTooLarge] = useState(false);
  const id = useId();
  const offerFormats = useEffectEvent(() =>
    passageInWriting.setState({ passage: { ...passage, active: active.current } }),
  );
  const onChange = useEffectEvent((blocks: Blocks) => {
    const isMore = !isUnformatted(blocks);
    const isKept = isMore && isWellFormed(blocks);
    setTooLarge(isMore && !isKept);
    // The order matters: blocks that differ from the text are ignored.
    setValue(`formats.${place}`, isKept ? blocks : undefined);
    setValue(place, plainText(blocks), { shouldDirty: true });
  });
  const onActive = useEffectEvent((now: ActiveFormats) => {
    if (now.size === active.current.size && [...now].every((each) => active.current.has(each))) return;
    active.current = now;
    if (document.activeElement === element.current) offerFormats();
  });
  const onAskLink = useEffectEvent(() => passage.askLink());
  const onOpened = useEffectEvent((opened: PassageEditor) => begin?.(opened));
  useLayoutEffect(() => {
    const field = element.current;
    if (!field) return;
    const read = () => blocksIn(getValues(), place);
    const opened = openEditor(field, {
      blocks: read(),
      onChange: (blocks) => onChange(blocks),
      onActive: (now) => onActive(now),
      onAskLink: () => onAskLink(),
    });
    editor.current = opened;
    registerField(field, opened.field);
    // The focus stays with somebody who has moved on meanwhile.
    const elsewhere = document.activeElement;
    onOpened(opened);
    if (elsewhere instanceof HTMLElement && elsewhere !== document.body) elsewhere.focus();
    const stop = subscribe({
      formState: { values: true },
      // Typing has a field name; a change without one sets another text.
      callback: ({ name }) => void (name === undefined && opened.show(read())),
    });
    return () => {
      stop();
      opened.close();
    };
  }, [place, getValues, subscribe]);
  // After the effect that opens the editor.
  useImperativeHandle(ref, () => editor.current as PassageEditor, []);
  const message =
    error ?? (isTooLarge ? 'Оформление слишком велико и не сохранится: останется только текст.' : undefined);
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a field of the browser's own holds no formatting */}
      <div
        ref={element}
        role="textbox"
        tabIndex={0}
        aria-multiline
        aria-label={label}
        aria-invalid={error ? true : undefined}
        aria-describedby={[message && id, describedBy].filter(Boolean).join(' ') || undefined}
        data-place={place}
        className={classNames(written.written, formattedStyle, className)}
        onFocus={() => offerFormats()}
        onBlur={leavePassage}
      />
      {message ? (
        <span id={id} role={error ? undefined : 'status'} className={classNames(fieldStyles.error, written.error)}>
          {message}
        </span>
      ) : null}
    </>
  );
}
