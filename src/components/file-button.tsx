import { useId } from 'react';
import { type ButtonLook, buttonClass } from './button.tsx';
import styles from './drop-zone.module.css';

interface FileButtonProps extends Omit<ButtonLook, 'icon'> {
  label: string;
  accept: string;
  onPick: (file: File) => void;
}

/** A native file field that looks like a button. */
export function FileButton({ label, accept, onPick, ...look }: FileButtonProps) {
  const id = useId();
  return (
    <span>
      <input
        id={id}
        type="file"
        accept={accept}
        className={styles.input}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          // Emptied, so that picking the same file again is a change too.
          event.currentTarget.value = '';
          if (file) onPick(file);
        }}
      />
      <label htmlFor={id} className={buttonClass(look)}>
        {label}
      </label>
    </span>
  );
}
