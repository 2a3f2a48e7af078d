import { type RefObject, useId } from 'react';
import { type ButtonLook, buttonClass } from './button.tsx';
import styles from './file-button.module.css';

interface FileButtonProps extends Omit<ButtonLook, 'icon'> {
  label: string;
  accept: string;
  /** Id of the element that explains or refuses the choice. */
  describedBy?: string | undefined;
  invalid?: boolean;
  disabled?: boolean;
  /** For a caller that moves the focus to the field. */
  inputRef?: RefObject<HTMLInputElement | null>;
  /** Whether several files may be chosen at once. */
  multiple?: boolean | undefined;
  onPick: (file: File, ...others: File[]) => void;
}

/** A native file field that looks like a button. */
export function FileButton(props: FileButtonProps) {
  const { label, accept, describedBy, invalid = false, disabled = false, inputRef, multiple, onPick, ...look } = props;
  const id = useId();
  return (
    <span className={styles.button}>
      <input
        id={id}
        ref={inputRef}
        type="file"
        accept={accept}
        multiple={multiple}
        disabled={disabled}
        aria-describedby={describedBy}
        aria-invalid={invalid || undefined}
        className={styles.input}
        onChange={(event) => {
          const [file, ...others] = event.currentTarget.files ?? [];
          // Cleared, so that picking the same file again fires a change event.
          event.currentTarget.value = '';
          if (file) onPick(file, ...others);
        }}
      />
      <label htmlFor={id} className={buttonClass(look)} aria-disabled={disabled || undefined}>
        {label}
      </label>
    </span>
  );
}
