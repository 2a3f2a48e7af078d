import type { LucideIcon } from 'lucide-react';
import { type DragEvent, type ReactNode, useState } from 'react';
import { classNames } from '../base/class-names.ts';
import { Icon } from '../base/icon.tsx';
import { FileButton } from '../buttons/file-button.tsx';
import styles from './drop-zone.module.css';

interface DropZoneProps {
  icon: LucideIcon;
  title: string;
  hint: string;
  button: string;
  accept: string;
  /** Whether the button is the primary one of its screen. */
  primary?: boolean;
  /** Whether several files may be chosen at once. */
  multiple?: boolean | undefined;
  onPick: (file: File, ...others: File[]) => void;
  /** Alternative to the button. */
  children?: ReactNode;
}

/** An area to drop a file on, around a button that picks one. */
export function DropZone({
  icon,
  title,
  hint,
  button,
  accept,
  multiple = false,
  primary = false,
  onPick,
  children,
}: DropZoneProps) {
  const [over, setOver] = useState(false);

  const accepting = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file, ...others] = event.dataTransfer.files;
    if (file) onPick(file, ...(multiple ? others : []));
  };

  return (
    <fieldset
      aria-label={title}
      className={classNames(styles.zone, over && styles.over)}
      onDragEnter={accepting}
      onDragOver={accepting}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Icon of={icon} size={28} />
      <p>{title}</p>
      <div className={styles.ways}>
        <FileButton
          label={button}
          accept={accept}
          multiple={multiple}
          variant={primary ? 'primary' : 'outlined'}
          onPick={onPick}
        />
        {children}
      </div>
      <p className={styles.hint}>{hint}</p>
    </fieldset>
  );
}
