import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { type FormattedText as Blocks, blocksOf, type Passage, paragraphsOf } from '#contract/formatted-text.ts';
import { classNames } from '#src/ui/index.ts';
import type { AgendaForm } from '../editing/agenda-form.ts';
import { registerField } from '../editing/written-field.ts';
import written from '../editing/written-text.module.css';
import type { PassageEditor } from './editor/open-editor.ts';
import { FormattedText, formattedStyle } from './formatted-text.tsx';

export interface FieldProps {
  place: Passage;
  label: string;
  className: string | undefined;
  error: string | undefined;
  /** The id of a note below it. */
  describedBy: string | undefined;
}

/** The passage of a form in blocks: its own, or a paragraph for each line. */
export function blocksIn({ formats, ...form }: AgendaForm, place: Passage): Blocks {
  return blocksOf({ ...form, [`${place}_blocks`]: formats?.[place] }, place) ?? paragraphsOf(form[place]);
}

interface WaitingFieldProps extends FieldProps {
  /** Called with what is to be done once the text can be written in. */
  onTyped: (begin: (editor: PassageEditor) => void) => void;
}

/** A formatted passage until its editor is there; what is typed meanwhile is typed then. */
export function WaitingField({ place, label, className, describedBy, onTyped }: WaitingFieldProps) {
  const { getValues } = useFormContext<AgendaForm>();
  const element = useRef<HTMLDivElement>(null);
  const waiting = useRef({ offset: Number.POSITIVE_INFINITY, typed: '' });
  const [blocks] = useState(() => blocksIn(getValues(), place));
  useLayoutEffect(() => {
    const field = element.current;
    if (!field) return;
    const begin = ({ field: opened }: PassageEditor) => {
      opened.placeCaret(waiting.current.offset);
      opened.type(waiting.current.typed, 0);
    };
    registerField(field, {
      text: () => field.textContent,
      textBefore: () => '',
      type: () => undefined,
      placeCaret(offset) {
        waiting.current.offset = offset;
        onTyped(begin);
      },
      caret: () => undefined,
    });
  }, [onTyped]);
  const press = (event: KeyboardEvent) => {
    if (event.key.length > 1 || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    waiting.current.typed += event.key;
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a field of the browser's own holds no formatting
    <div
      ref={element}
      role="textbox"
      tabIndex={0}
      aria-multiline
      aria-busy
      aria-label={label}
      aria-describedby={describedBy}
      data-place={place}
      className={classNames(written.written, formattedStyle, className)}
      onKeyDown={press}
    >
      <FormattedText blocks={blocks} />
    </div>
  );
}
