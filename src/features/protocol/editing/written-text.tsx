import { type ClipboardEvent, type ComponentProps, useId } from 'react';
import { classNames, fieldStyles, inOneLine } from '#src/ui/index.ts';
import { pasteTable } from './pasted-text.ts';
import type { PlaceName } from './places.ts';
import styles from './written-text.module.css';

interface WrittenTextProps extends ComponentProps<'textarea'> {
  place: PlaceName;
  /** What the place is called, for those who do not see where it stands. */
  label: string;
  error?: string | undefined;
  /** Pasted lines become one. */
  isLine?: boolean;
}

/** Text that is written where it is read: it looks as the text around it does, and is as high as what stands in it. */
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
