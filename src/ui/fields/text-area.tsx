import type { ComponentProps, KeyboardEvent } from 'react';
import { classNames } from '../base/class-names.ts';
import field from '../base/field.module.css';
import styles from './text-area.module.css';
import { Field, type FieldText } from './text-field.tsx';

/** Several lines of text; it grows with what is typed. */
export function TextArea({ label, error, hint, className, ...rest }: FieldText & ComponentProps<'textarea'>) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(ties) => (
        <textarea
          rows={2}
          dir="auto"
          {...rest}
          {...ties}
          className={classNames(field.control, styles.area, className)}
        />
      )}
    </Field>
  );
}

/**
 * Enter sends a form from a part of a date too, which no browser knows as a field; Ctrl+Enter from a text of lines. Heard on
 * the way down: the part of a date lets no key out.
 */
export function submitOnEnter(event: KeyboardEvent<HTMLFormElement>): void {
  const { target, currentTarget, key, ctrlKey, metaKey } = event;
  if (key !== 'Enter' || event.defaultPrevented || !(target instanceof HTMLElement)) return;
  const asked =
    target.getAttribute('role') === 'spinbutton' || (target instanceof HTMLTextAreaElement && (ctrlKey || metaKey));
  if (!asked) return;
  event.preventDefault();
  currentTarget.requestSubmit();
}
