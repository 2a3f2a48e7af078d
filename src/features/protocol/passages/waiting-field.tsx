import { type KeyboardEvent, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import {
  type FormattedText as Blocks,
  blocksOf,
  type Passage,
  paragraphsOf,
} from '#contract/protocols/formatted-text.ts';
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
  /** Id of a note below the field. */
  describedBy: string | undefined;
}

/** Returns the passage of a form in blocks: its own ones, or a paragraph for each line. */
export function blocksIn({ formats, ...form }: AgendaForm, place: Passage): Blocks {
  return blocksOf({ ...form, [`${place}_blocks`]: formats?.[place] }, place) ?? paragraphsOf(form[place]);
}

interface WaitingFieldProps extends FieldProps {
  /** Whether the editor could not be loaded, so that the text is read-only. */
  isReadOnly: boolean;
  /** Called with what to do once the text can be edited. */
  onTyped: (begin: (editor: PassageEditor) => void) => void;
}

/** A formatted passage until its editor is loaded; text typed meanwhile is inserted then. */
export function WaitingField({ place, label, className, describedBy, isReadOnly, onTyped }: WaitingFieldProps) {
  const { getValues } = useFormContext<AgendaForm>();
  const element = useRef<HTMLDivElement>(null);
  const waiting = useRef({ offset: Number.POSITIVE_INFINITY, typed: '' });
  const [blocks] = useState(() => blocksIn(getValues(), place));
  const begin = ({ field }: PassageEditor) => {
    field.placeCaret(waiting.current.offset);
    if (waiting.current.typed !== '') field.type(waiting.current.typed, 0);
  };
  const placeCaret = useEffectEvent((offset: number) => {
    waiting.current.offset = offset;
    onTyped(begin);
  });
  useLayoutEffect(() => {
    const field = element.current;
    if (!field) return;
    registerField(field, {
      text: () => field.textContent,
      textBefore: () => '',
      type: () => undefined,
      placeCaret: (offset) => placeCaret(offset),
      caret: () => undefined,
    });
  }, []);
  const press = (event: KeyboardEvent) => {
    const { key } = event;
    if (isReadOnly || event.ctrlKey || event.metaKey || event.altKey) return;
    const { typed } = waiting.current;
    if (key === 'Backspace') waiting.current.typed = typed.slice(0, -1);
    else if (key.length === 1) waiting.current.typed = typed + key;
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a field of the browser's own holds no formatting
    <div
      ref={element}
      role="textbox"
      tabIndex={0}
      aria-multiline
      aria-busy={isReadOnly ? undefined : true}
      aria-readonly={isReadOnly ? true : undefined}
      aria-label={label}
      aria-describedby={describedBy}
      data-place={place}
      className={classNames(written.written, formattedStyle, className)}
      onFocus={() => onTyped(begin)}
      onKeyDown={press}
    >
      <FormattedText blocks={blocks} />
    </div>
  );
}
