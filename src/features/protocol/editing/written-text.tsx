import { type ClipboardEvent, type ComponentProps, useId } from 'react';
import { classNames, fieldStyles, inOneLine } from '#src/ui/index.ts';
import { pasteTable } from './pasted-text.ts';
import type { PlaceName } from './places.ts';
import styles from './written-text.module.css';

interface WrittenTextProps extends ComponentProps<'textarea'> {
  place: PlaceName;
  /** Accessible name of the field. */
  label: string;
  error?: string | undefined;
  /** Whether the text is a single line: pasted lines are joined. */
  isLine?: boolean;
}

/** Text field that looks like the text around it, and is as high as its content. */
export function WrittenText({ place, label, error, isLine = false, className, ...rest }: WrittenTextProps) {
  const id = useId();
  return (
    <>
      <textarea
        rows={1}
        dir="auto"
        autoComplete="off"
        onPaste={isLine ? pasteOneLine : pasteTable}
        {...rest}
        data-place={place}
        aria-label={label}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? id : undefined}
        className={classNames(styles.written, className)}
      />
      {error ? (
        <span id={id} className={classNames(fieldStyles.error, styles.error)}>
          {error}
        </span>
      ) : null}
    </>
  );
}

function pasteOneLine(event: ClipboardEvent<HTMLTextAreaElement>): void {
  const text = event.clipboardData.getData('text/plain');
  if (!/[\r\n\t]/.test(text)) return;
  event.preventDefault();
  const field = event.currentTarget;
  field.setRangeText(inOneLine(text), field.selectionStart, field.selectionEnd, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
